import { stringify } from 'yaml'
import { buildDashboards } from './observability-dashboards.mjs'
import { buildProofs } from './observability-proofs.mjs'
import { buildBudgets, buildRules } from './observability-rules.mjs'

/** Folder of the Prometheus and Grafana files, relative to the repository root. */
export const OBSERVABILITY = 'deploy/observability'

/**
 * Generates the Prometheus and Grafana files from the gateway's catalog, by path under deploy/observability: rules,
 * tests that each alert fires and clears, and dashboards.
 */
export function writeObservability() {
  return new Map([
    ['prometheus/rules.yml', writeYaml(buildRules())],
    ['prometheus/budgets.yml', writeYaml(buildBudgets())],
    ...buildProofs().map(({ name, proof }) => [`prometheus/${name}.proof.yml`, writeYaml(proof)]),
    ...buildDashboards().map(({ name, dashboard }) => [
      `grafana/dashboards/${name}.json`,
      `${JSON.stringify(dashboard, null, 2)}\n`,
    ]),
  ])
}

const writeYaml = (value) =>
  `# Generated from apps/gateway/src/ops/catalogue by npm run generate.\n${stringify(value, { lineWidth: 0, aliasDuplicateObjects: false })}`
