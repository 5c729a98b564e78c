#!/bin/bash
# pre-commit.sh checks the models of a commit as they are staged, in a folder of their own, and
# says which it does not read.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
models=(gltf glb stl obj ply off 3mf fbx usd usda usdc usdz)
others=(
  blend dae x3d x3db x3dv wrl vrml step stp ma mb 3dm abc max 3ds c4d hip hiplc
  hipnc bgeo lwo lxo ztl zpr skp vrm pmd pmx vox iges igs amf vtk vtp ifc jt x_t x_b sat sab sldprt
  sldasm ipt iam catpart catproduct f3d fcstd
)
layers=(':(icase)*.usd' ':(icase)*.usda' ':(icase)*.usdc' ':(icase)*.usdz')

# staged ENDING... prints the names of the staged files that have one of the endings.
staged() {
  git diff --cached --name-only --diff-filter=d -z -- "${@/#/:(icase)*.}"
}

{
  staged "${models[@]}"
  git ls-files -z -- '.meshcheck*'
  git diff --cached --quiet -- ':(icase)*.glb' ':(icase)*.gltf' || git ls-files -z -- ':(icase)*.bin'
  git diff --cached --quiet -- "${layers[@]}" || git ls-files -z -- "${layers[@]}"
} | sort -zu | git checkout-index --prefix="$folder/" -z --stdin
staged "${models[@]}" "${others[@]}" | (cd "$folder" && xargs -0 -r meshcheck --models-only --usd-root . --)
