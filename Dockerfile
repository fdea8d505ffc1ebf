# One image for every process. docker-compose.yml selects the process of each container.
FROM node:24-bookworm-slim AS base
WORKDIR /app
ENV NODE_ENV=production

# Only the manifests, so that packages are reinstalled only when one of them changes.
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
# The gateway serves one file of Highcharts. The others take 79 MB.
RUN find node_modules/highcharts -mindepth 1 -maxdepth 1 ! -name highcharts.js ! -name package.json -exec rm -r {} +

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
COPY docs/runbook.md docs/
COPY --from=web /app/apps/web/dist apps/web/dist
# A new volume mounted here inherits the owner of this folder.
RUN install -d -o node -g node -m 700 /data /data/secrets
ENV DATA_DIR=/data
# The process name is the argument. The flag limits the heap, as in scripts/lib/services.mjs.
ENTRYPOINT ["node", "--max-semi-space-size=8", "scripts/container.mjs"]
USER node
