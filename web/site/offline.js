// The service worker: after the first visit it answers with the files of one version of the site.

const CACHE = "meshcheck SITE"; // the hash of all files
const FILES = []; // the build lists them

const ours = (name) => name.startsWith("meshcheck ") && name.endsWith(" " + registration.scope);
const cacheName = CACHE + " " + registration.scope; // other sites of the same host have their own

addEventListener("install", (event) => {
  const requests = FILES.map((file) => new Request(file, { cache: "no-cache" }));
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(requests)));
});

addEventListener("activate", (event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((name) => ours(name) && name !== cacheName).map((name) => caches.delete(name)))));
});

addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || !event.request.url.startsWith(registration.scope)) return;
  event.respondWith(caches.open(cacheName).then(async (cache) => (await cache.match(event.request, { ignoreSearch: true })) ?? fetch(event.request)));
});
