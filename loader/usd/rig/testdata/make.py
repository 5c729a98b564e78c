#!/usr/bin/env python3
"""Writes the stages of this folder, and answers.json with the positions that OpenUSD computes for them.

usage: make.py [CORPUS]    (needs usd-core and numpy; the answers of this folder are those of usd-core 26.11)

For each file, mesh and time code there are all points in world coordinates: blend shapes, then skinning, by UsdSkel in
float32, then the transform of the skeleton or of the mesh in float64. "default" is the default time. With the folder of
real files it also writes corpus.json, with some points of files there whose transforms vary.
"""
import json, os, random, sys
import numpy as np
from pxr import Gf, Sdf, Usd, UsdGeom, UsdSkel, Vt

HERE = os.path.dirname(os.path.abspath(__file__))


def shapes(prim, query, points, weights):
    """adds blend shapes to points"""
    blend = UsdSkel.BlendShapeQuery(UsdSkel.BindingAPI(prim))
    mapper = query.GetBlendShapeMapper()
    mapped = mapper.Remap(Vt.FloatArray(weights)) if mapper else weights
    sub = blend.ComputeSubShapeWeights(mapped)
    # ComputeSubShapeWeights returns weights, blend shapes and sub shapes.
    assert blend.ComputeDeformedPoints(sub[0], sub[1], sub[2], blend.ComputeBlendShapePointIndices(), blend.ComputeSubShapePointOffsets(), points)


def positions(stage, prim, t):
    mesh = UsdGeom.Mesh(prim)
    points = mesh.GetPointsAttr().Get(t)
    if points is None: points = mesh.GetPointsAttr().Get(Usd.TimeCode.EarliestTime())
    frames, root = UsdGeom.XformCache(t), UsdSkel.Root.Find(prim)
    matrix = frames.GetLocalToWorldTransform(prim)
    if root:
        cache = UsdSkel.Cache()
        cache.Populate(root, Usd.TraverseInstanceProxies(Usd.PrimDefaultPredicate))
        query, skeleton = cache.GetSkinningQuery(prim), UsdSkel.BindingAPI(prim).GetInheritedSkeleton()
        if query and skeleton:
            bones = cache.GetSkelQuery(skeleton)
            animation = bones.GetAnimQuery()
            weights = animation.ComputeBlendShapeWeights(t) if animation else None
            if query.HasBlendShapes() and weights: shapes(prim, query, points, weights)
            if query.HasJointInfluences():
                assert query.ComputeSkinnedPoints(bones.ComputeSkinningTransforms(t), points, t)
                matrix = frames.GetLocalToWorldTransform(skeleton.GetPrim())
    m, p = np.array(matrix), np.array(points, dtype=np.float64)
    return p @ m[:3, :3] + m[3, :3]


def answers(name, times, folder=HERE, most=None):
    stage = Usd.Stage.Open(os.path.join(folder, name))
    out = {'codes_per_second': stage.GetTimeCodesPerSecond(), 'meshes': []}
    for prim in Usd.PrimRange.Stage(stage, Usd.TraverseInstanceProxies(Usd.PrimDefaultPredicate)):
        if not prim.IsA(UsdGeom.Mesh): continue
        poses = []
        for t in times:
            at = Usd.TimeCode.Default() if t == 'default' else Usd.TimeCode(t)
            poses.append({'time': None if t == 'default' else t, 'shown': str(UsdGeom.Imageable(prim).ComputeVisibility(at)) != 'invisible',
                'points': [[float('%.9g' % x) for x in p] for p in positions(stage, prim, at)[:most]]})
        out['meshes'].append({'path': str(prim.GetPath()), 'poses': poses})
    return out


class Make:
    def __init__(self, name, rate=24, uvs=False):
        self.uvs = uvs
        self.random = random.Random(name)
        self.name, self.layer = name, Sdf.Layer.CreateAnonymous('.usda')
        self.stage = Usd.Stage.Open(self.layer)
        self.stage.SetTimeCodesPerSecond(rate)
        UsdGeom.SetStageMetersPerUnit(self.stage, 1)
        UsdGeom.SetStageUpAxis(self.stage, 'Y')

    def save(self):
        self.layer.Export(os.path.join(HERE, self.name))

    def vec(self, n=3, low=-1.0, high=1.0): return [round(self.random.uniform(low, high), 4) for _ in range(n)]

    def quat(self, kind=Gf.Quatf):
        q = np.array(self.vec(4)); q /= np.linalg.norm(q)
        return kind(float(q[0]), float(q[1]), float(q[2]), float(q[3]))

    def mesh(self, path, points=None, subsets=False):
        m = UsdGeom.Mesh.Define(self.stage, path)
        points = points or [self.vec() for _ in range(8)]
        m.CreatePointsAttr([Gf.Vec3f(*p) for p in points])
        m.CreateFaceVertexCountsAttr([3] * (len(points) - 2))
        m.CreateFaceVertexIndicesAttr([i for k in range(len(points) - 2) for i in (k, k + 1, k + 2)])
        m.CreateSubdivisionSchemeAttr('none')
        if self.uvs:
            uvs = UsdGeom.PrimvarsAPI(m).CreatePrimvar('st', Sdf.ValueTypeNames.TexCoord2fArray, UsdGeom.Tokens.faceVarying)
            uvs.Set([Gf.Vec2f(*self.vec(2)) for _ in range(3 * len(points) - 6)])
        if subsets:
            UsdGeom.Subset.CreateGeomSubset(m, 'even', 'face', Vt.IntArray(range(0, len(points) - 2, 2)), 'materialBind', 'partition')
            UsdGeom.Subset.CreateGeomSubset(m, 'odd', 'face', Vt.IntArray(range(1, len(points) - 2, 2)), 'materialBind', 'partition')
        return m


def ops():
    m = Make('ops.usda', 30)
    O, P = UsdGeom.XformOp, UsdGeom.XformOp.PrecisionDouble
    scalar, triple = lambda: m.vec(1, -200, 500)[0], lambda: Gf.Vec3d(*m.vec(3, -200, 500))
    cases = [('translate', lambda x: x.AddTranslateOp(), lambda: Gf.Vec3d(*m.vec(3, -5, 5))), ('scale', lambda x: x.AddScaleOp(), lambda: Gf.Vec3f(*m.vec(3, -2, 2))),
        ('transform', lambda x: x.AddTransformOp(), lambda: Gf.Matrix4d(*(v for _ in range(3) for v in m.vec() + [0]), *m.vec(), 1)),
        ('orient', lambda x: x.AddOrientOp(UsdGeom.XformOp.PrecisionFloat), lambda: m.quat()),
        ('orienth', lambda x: x.AddOrientOp(UsdGeom.XformOp.PrecisionHalf), lambda: m.quat(Gf.Quath)),
        ('orientd', lambda x: x.AddOrientOp(P), lambda: m.quat(Gf.Quatd))]
    for axes in ('X', 'Y', 'Z'): cases.append(('rotate' + axes, lambda x, a=axes: getattr(x, 'AddRotate%sOp' % a)(P), scalar))
    for axes in ('XYZ', 'XZY', 'YXZ', 'YZX', 'ZXY', 'ZYX'): cases.append(('rotate' + axes, lambda x, a=axes: getattr(x, 'Add' + 'Rotate%sOp' % a)(P), triple))
    for axis in ('X', 'Y', 'Z'):
        cases.append(('translate' + axis, lambda x, a=axis: getattr(x, 'AddTranslate%sOp' % a)(P), scalar))
        cases.append(('scale' + axis, lambda x, a=axis: getattr(x, 'AddScale%sOp' % a)(P), scalar))
    for k, (name, add, value) in enumerate(cases):
        x = UsdGeom.Xform.Define(m.stage, '/%s' % name)
        x.AddTranslateOp(UsdGeom.XformOp.PrecisionFloat, 'before').Set(Gf.Vec3f(*m.vec()))
        op = add(x)
        for t in (-3, 1, 4.5, 20): op.Set(value(), t)
        if k % 2: op.Set(value())
        x.AddRotateZOp(UsdGeom.XformOp.PrecisionFloat, 'after').Set(30.0)
        m.mesh('/%s/m' % name)
        if 'scale' in name or name == 'transform': continue
        # The same op inverted, around a pivot.
        y = UsdGeom.Xform.Define(m.stage, '/inverse_%s' % name)
        pivot = y.AddTranslateOp(UsdGeom.XformOp.PrecisionFloat, 'pivot')
        pivot.Set(Gf.Vec3f(*m.vec()))
        turned = add(y)
        for t in (-3, 1, 4.5, 20): turned.Set(value(), t)
        again = [pivot, y.AddScaleOp(UsdGeom.XformOp.PrecisionFloat, 'size'), turned]
        again[1].Set(Gf.Vec3f(*m.vec(3, 1, 2)))
        order = [str(o.GetOpName()) for o in again]
        y.GetXformOpOrderAttr().Set(Vt.TokenArray([order[0], '!invert!' + order[2], order[1], order[2], '!invert!' + order[0]]))
        m.mesh('/inverse_%s/m' % name)
    # Frames in frames, one that leaves them, and one whose visibility has samples.
    up = '/tower'
    for k in range(4):
        x = UsdGeom.Xform.Define(m.stage, up)
        t, r = x.AddTranslateOp(), x.AddRotateXYZOp()
        for code in (0, 10, 20): t.Set(Gf.Vec3d(*m.vec()), code); r.Set(Gf.Vec3f(*m.vec(3, -90, 90)), code + k)
        m.mesh(up + '/m').AddTranslateOp().Set(Gf.Vec3d(*m.vec()))
        up += '/up'
    x = UsdGeom.Xform.Define(m.stage, up); x.SetResetXformStack(True)
    x.AddTranslateOp().Set(Gf.Vec3d(1, 2, 3)); m.mesh(up + '/reset')
    x = UsdGeom.Xform.Define(m.stage, '/blinks')
    for code, v in ((0, 'inherited'), (7, 'invisible'), (12, 'inherited')): x.CreateVisibilityAttr().Set(v, code)
    y = m.mesh('/blinks/m')
    for code, v in ((0, 'invisible'), (3, 'inherited')): y.CreateVisibilityAttr().Set(v, code)
    m.save()
    return m.name, [-5, -3, 0, 1, 2.25, 4.5, 7, 11.9, 12, 13, 20, 25]


def skeleton(m, path, joints=('a', 'a/b', 'a/b/c', 'a/d', 'e')):
    s = UsdSkel.Skeleton.Define(m.stage, path)
    UsdSkel.BindingAPI.Apply(s.GetPrim())
    s.CreateJointsAttr(list(joints))
    local = [UsdSkel.MakeTransform(Gf.Vec3f(*m.vec()), m.quat(), Gf.Vec3h(1, 1, 1)) for _ in joints]
    bind = []
    for k, j in enumerate(joints):
        up = [i for i, q in enumerate(joints) if j.rpartition('/')[0] == q]
        bind.append(local[k] * bind[up[0]] if up else local[k])
    s.CreateBindTransformsAttr(bind)
    s.CreateRestTransformsAttr([UsdSkel.MakeTransform(Gf.Vec3f(*m.vec()), m.quat(), Gf.Vec3h(1, 1.5, 0.75)) for _ in joints])
    return s


def animation(m, path, joints, codes, default=False, shapes=()):
    a = UsdSkel.Animation.Define(m.stage, path)
    if joints:
        a.CreateJointsAttr(list(joints))
        t, r, s = a.CreateTranslationsAttr(), a.CreateRotationsAttr(), a.CreateScalesAttr()
        sizes = [Gf.Vec3h(*(m.random.choice((0.5, 0.75, 1.25, 1.5)) for _ in range(3))) for _ in joints] # exact between samples, as OpenUSD rounds to halfs
        for code in list(codes) + ([None] if default else []):
            at = [] if code is None else [code]
            t.Set([Gf.Vec3f(*m.vec()) for _ in joints], *at)
            r.Set([m.quat() for _ in joints], *at)
            s.Set(sizes, *at)
    if shapes:
        a.CreateBlendShapesAttr(list(shapes))
        w = a.CreateBlendShapeWeightsAttr()
        for code in list(codes) + ([None] if default else []):
            w.Set([float(x) for x in m.vec(len(shapes), -0.6, 1.6)], *([] if code is None else [code]))
    return a


def bind(m, mesh, skel, joints, each=3, constant=False, count=8, order=None, geom=True):
    b = UsdSkel.BindingAPI.Apply(mesh.GetPrim())
    if skel: b.CreateSkeletonRel().SetTargets([skel.GetPath()])
    n = each if constant else each * count
    weights = []
    for _ in range(n // each):
        w = np.array(m.vec(each, 0.05, 1)); weights += [float(x) for x in w / w.sum()]
    b.CreateJointIndicesPrimvar(constant, each).Set([m.random.randrange(joints) for _ in range(n)])
    b.CreateJointWeightsPrimvar(constant, each).Set(weights)
    if order: b.CreateJointsAttr(list(order))
    if geom: b.CreateGeomBindTransformAttr(Gf.Matrix4d(*(v for _ in range(3) for v in m.vec() + [0]), *m.vec(), 1))
    return b


def skins():
    m = Make('skins.usda')
    world = UsdGeom.Xform.Define(m.stage, '/world')
    t = world.AddTranslateOp()
    for code in (0, 30): t.Set(Gf.Vec3d(*m.vec()), code)
    t.Set(Gf.Vec3d(1, 1, 1))
    root = UsdSkel.Root.Define(m.stage, '/world/root')
    place = UsdGeom.Xform.Define(m.stage, '/world/root/place')
    place.AddRotateYOp().Set(40.0)
    s = skeleton(m, '/world/root/place/skeleton')
    s.AddScaleOp().Set(Gf.Vec3f(1, 2, 1))
    a = animation(m, '/world/root/animation', ('e', 'a/b', 'x', 'a', 'a/b/c'), (1, 5, 8.5, 24))
    UsdSkel.BindingAPI(s).CreateAnimationSourceRel().SetTargets([a.GetPath()])
    bind(m, m.mesh('/world/root/all'), s, 5)
    x = m.mesh('/world/root/moved', subsets=True)
    x.AddTranslateOp().Set(Gf.Vec3d(7, 8, 9)) # has no effect
    bind(m, x, s, 3, each=2, order=('a/b/c', 'e', 'a'))
    bind(m, m.mesh('/world/root/rigid'), s, 5, each=1, constant=True)
    bind(m, m.mesh('/world/root/blended'), s, 5, each=4, constant=True, geom=False)
    # What a mesh does not say, it inherits.
    group = UsdGeom.Xform.Define(m.stage, '/world/root/group')
    bind(m, group, s, 5, each=2, constant=True)
    inner = m.mesh('/world/root/group/inner')
    UsdSkel.BindingAPI.Apply(inner.GetPrim())
    m.mesh('/world/root/still').AddTranslateOp().Set(Gf.Vec3d(0, 3, 0))
    m.save()
    return m.name, ['default', 0, 1, 2, 5.875, 8.5, 16.25, 24, 40]


def resting():
    """Animations with default values, and without some."""
    m = Make('resting.usda')
    UsdSkel.Root.Define(m.stage, '/root')
    for name in ('both', 'fixed', 'lacking', 'none'):
        s = skeleton(m, '/root/%s_skeleton' % name)
        if name != 'none':
            a = animation(m, '/root/%s_animation' % name, ('a', 'a/b', 'a/b/c', 'a/d', 'e'), () if name == 'fixed' else (1, 9), default=name != 'lacking')
            if name == 'lacking': a.GetPrim().RemoveProperty('scales')
            if name == 'both': # translations vary, the others do not
                for q in (a.GetRotationsAttr(), a.GetScalesAttr()):
                    v = q.Get(); q.Clear(); q.Set(v)
            UsdSkel.BindingAPI(s).CreateAnimationSourceRel().SetTargets([a.GetPath()])
        bind(m, m.mesh('/root/' + name), s, 5)
    m.save()
    return m.name, ['default', 0, 1, 4, 9]


def blends():
    m = Make('blends.usda', 25, uvs=True)
    UsdSkel.Root.Define(m.stage, '/root')
    s = skeleton(m, '/root/skeleton')
    names = ('smile', 'blink', 'frown', 'puff')
    a = animation(m, '/root/animation', ('a', 'a/b', 'a/b/c', 'a/d', 'e'), (0, 4, 10, 15), shapes=('puff', 'smile', 'other', 'blink'))
    UsdSkel.BindingAPI(s).CreateAnimationSourceRel().SetTargets([a.GetPath()])
    def add(mesh, sets):
        b = UsdSkel.BindingAPI(mesh)
        targets = []
        for name in names:
            shape = UsdSkel.BlendShape.Define(m.stage, mesh.GetPath().AppendChild(name))
            points = sets.get(name, list(range(8)))
            shape.CreateOffsetsAttr([Gf.Vec3f(*m.vec()) for _ in points])
            if name in sets: shape.CreatePointIndicesAttr(points)
            for k, w in enumerate({'smile': (0.25, 0.7), 'blink': (0.5, -0.5, 1.25)}.get(name, ())):
                i = shape.CreateInbetween('in%d' % k)
                i.SetWeight(w); i.SetOffsets([Gf.Vec3f(*m.vec()) for _ in points])
            targets.append(shape.GetPath())
        b.CreateBlendShapesAttr(list(names)); b.CreateBlendShapeTargetsRel().SetTargets(targets)
    for k, name in enumerate(('skinned', 'parts')):
        mesh = m.mesh('/root/' + name, subsets=k == 1)
        bind(m, mesh, s, 5)
        add(mesh, {'smile': [1, 2, 5], 'frown': [6, 0, 3, 2]})
    mesh = m.mesh('/root/face')
    UsdSkel.BindingAPI.Apply(mesh.GetPrim()).CreateSkeletonRel().SetTargets([s.GetPath()])
    mesh.AddTranslateOp().Set(Gf.Vec3d(0, 5, 0))
    add(mesh, {'blink': [7, 1, 4]})
    m.save()
    return m.name, ['default', 0, 1, 2.5, 4, 7, 8.5, 10, 13.125, 15, 20]


def instances():
    """Instances of a character, in a layer with other times, that move as wholes, and one that gets its animation from above."""
    c = Make('character.usda', 48)
    UsdSkel.Root.Define(c.stage, '/character')
    s = skeleton(c, '/character/skeleton')
    a = animation(c, '/character/animation', ('a', 'a/b', 'a/b/c', 'a/d', 'e'), (2, 6, 10))
    root = c.stage.GetPrimAtPath('/character')
    UsdSkel.BindingAPI.Apply(root).CreateAnimationSourceRel().SetTargets([a.GetPath()])
    x = UsdGeom.Xform.Define(c.stage, '/character/arm')
    r = x.AddRotateXOp()
    for code in (2, 10): r.Set(c.vec(1, -90, 90)[0], code)
    bind(c, c.mesh('/character/arm/skin'), s, 5)
    c.mesh('/character/arm/tool')
    c.stage.SetDefaultPrim(root)
    # One that leaves its animation to what is above it.
    Sdf.CopySpec(c.layer, '/character', c.layer, '/free')
    c.stage.GetPrimAtPath('/free').RemoveProperty('skel:animationSource')
    c.save()
    m = Make('instances.usda')
    a = animation(m, '/dance', ('a', 'a/b', 'a/b/c', 'a/d', 'e'), (0, 8))
    for k in range(2):
        x = UsdGeom.Xform.Define(m.stage, '/free%d' % k)
        x.AddTranslateOp().Set(Gf.Vec3d(k, k, k))
        if k: UsdSkel.BindingAPI.Apply(x.GetPrim()).CreateAnimationSourceRel().SetTargets([a.GetPath()])
        one = m.stage.DefinePrim('/free%d/body' % k)
        one.GetReferences().AddReference('character.usda', '/free')
        one.SetInstanceable(True)
    for k in range(3):
        x = UsdGeom.Xform.Define(m.stage, '/crowd/one%d' % k)
        t = x.AddTranslateOp()
        for code in (0, 20): t.Set(Gf.Vec3d(*m.vec(3, -5, 5)), code)
        one = m.stage.DefinePrim('/crowd/one%d/body' % k)
        one.GetReferences().AddReference('character.usda', layerOffset=Sdf.LayerOffset(3 * (k // 2), 1))
        one.SetInstanceable(True)
    m.save()
    return m.name, [0, 1, 2, 3.75, 5, 8, 9, 20]


def caches():
    """Points that vary by time, alone, in parts, and below a skin and blend shapes."""
    m = Make('caches.usdc', uvs=True)
    def vary(mesh, codes, default):
        points = mesh.GetPointsAttr()
        if not default: points.Clear()
        for code in codes: points.Set([Gf.Vec3f(*m.vec()) for _ in range(8)], code)
    vary(m.mesh('/plain'), (1, 3, 4, 9), False)
    vary(m.mesh('/parts', subsets=True), (0, 2, 9), True)
    vary(m.mesh('/once'), (5,), True)
    held = m.mesh('/held').GetPointsAttr()
    poses = [held.Get()] + [[Gf.Vec3f(*m.vec()) for _ in range(8)] for _ in range(2)]
    for code, k in enumerate((0, 1, 1, 2, 1, 0, 0, 2, 2)): held.Set(poses[k], code)
    m.mesh('/still').GetPointsAttr().Set(poses[0], 1)
    still = m.stage.GetPrimAtPath('/still').GetAttribute('points')
    for code in (1, 2, 3): still.Set(still.Get(), code)
    UsdSkel.Root.Define(m.stage, '/root')
    s = skeleton(m, '/root/skeleton')
    a = animation(m, '/root/animation', ('a', 'a/b', 'a/b/c', 'a/d', 'e'), (0, 8), shapes=('up',))
    UsdSkel.BindingAPI(s).CreateAnimationSourceRel().SetTargets([a.GetPath()])
    mesh = m.mesh('/root/skinned', subsets=True)
    vary(mesh, (0, 4), True)
    bind(m, mesh, s, 5)
    shape = UsdSkel.BlendShape.Define(m.stage, '/root/skinned/up')
    shape.CreateOffsetsAttr([Gf.Vec3f(*m.vec()) for _ in range(3)]); shape.CreatePointIndicesAttr([2, 3, 6])
    b = UsdSkel.BindingAPI(mesh)
    b.CreateBlendShapesAttr(['up']); b.CreateBlendShapeTargetsRel().SetTargets([shape.GetPath()])
    m.save()
    return m.name, ['default', 0, 1, 1.5, 2, 3, 3.75, 4, 5, 8, 9, 12]


if __name__ == '__main__':
    out = {name: answers(name, times) for name, times in (make() for make in (ops, skins, resting, blends, instances, caches))}
    with open(os.path.join(HERE, 'answers.json'), 'w') as f: json.dump(out, f, separators=(',', ':'))
    if len(sys.argv) > 1:
        times = {'wg_usdz/BoxAnimated/BoxAnimated.usdz': range(-1, 91, 7), 'wg_usdz/AnimatedTriangle/AnimatedTriangle.usdz': [0, 1, 3.5, 6, 7.75, 12, 17, 24, 30]}
        out = {name: answers(name, t, os.path.join(sys.argv[1], 'usd'), 3) for name, t in times.items()}
        with open(os.path.join(HERE, 'corpus.json'), 'w') as f: json.dump(out, f, separators=(',', ':'))
