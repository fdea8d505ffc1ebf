# One image for every process of the product; docker-compose.yml says which of them a container is.
FROM node:24-bookworm-slim AS base
WORKDIR /app
ENV NODE_ENV=production

# The manifests alone: packages are installed anew only when one of these changes.
FROM base AS manifests
COPY package.json package-lock.json .npmrc ./
COPY apps/gateway/package.json apps/gateway/
COPY apps/web/package.json apps/web/
COPY libs/contracts/package.json libs/contracts/
COPY libs/scoring/package.json libs/scoring/
COPY libs/service/package.json libs/service/
COPY services/auth/package.json services/auth/
COPY services/market-data/package.json services/market-data/
COPY services/screener/package.json services/screener/
COPY services/portfolio/package.json services/portfolio/
COPY services/coach/package.json services/coach/

FROM manifests AS packages
RUN npm ci --omit=dev -w apps/gateway -w services/auth -w services/market-data -w services/screener -w services/portfolio -w services/coach

FROM manifests AS web
RUN npm ci --include=dev -w apps/web
COPY tsconfig.base.json ./
COPY libs libs
COPY apps/web apps/web
ARG VITE_HIDE_SAMPLE_CLAIMS=false
ARG VITE_ENABLE_ERROR_TRACKING=false
RUN npm run build -w apps/web

FROM base
COPY --from=packages /app/node_modules node_modules
COPY package.json ./
COPY libs libs
COPY services services
COPY apps/gateway apps/gateway
COPY scripts scripts
COPY --from=web /app/apps/web/dist apps/web/dist
# A volume that is mounted here for the first time takes over the owner of this folder.
RUN install -d -o node -g node -m 700 /data /data/secrets
ENV DATA_DIR=/data
# Which part it is follows. The flags keep the heap small, as scripts/lib/services.mjs has it.
ENTRYPOINT ["node", "--max-semi-space-size=8", "scripts/container.mjs"]
USER node
