# An image with nothing in it but meshcheck:
#   docker build --build-arg VERSION=1.0.0 -t meshcheck .
#   docker run --rm --user "$(id -u):$(id -g)" -v "$PWD:/data" meshcheck -o report.html models/
# Reports name this version.
ARG VERSION=devel
FROM golang:1.26.8 AS build
ARG VERSION
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -ldflags="-s -w -X main.version=$VERSION" -o /meshcheck ./cmd/meshcheck

FROM scratch
ARG VERSION
LABEL org.opencontainers.image.title="meshcheck" \
      org.opencontainers.image.description="Finds every place where the triangles of 3D models overlap" \
      org.opencontainers.image.version="$VERSION" \
      org.opencontainers.image.source="https://github.com/meshcheck/meshcheck" \
      org.opencontainers.image.licenses="Apache-2.0"
COPY --from=build /meshcheck /meshcheck
USER 65534:65534
WORKDIR /data
ENTRYPOINT ["/meshcheck"]
