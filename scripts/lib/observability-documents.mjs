import { stringify } from 'yaml'
import { buildDashboards } from './observability-dashboards.mjs'
import { buildProofs } from './observability-proofs.mjs'
import { buildBudgets, buildRules } from './observability-rules.mjs'

/** Where everything for Prometheus and Grafana lies, from the root of the checkout. */
export const OBSERVABILITY = 'deploy/observability'

/**
 * The documents for Prometheus and Grafana that are made of the gateway's catalogue, by their path under
 * deploy/observability: rules, proofs that each alert fires and clears, and dashboards.
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
  `# Written by npm run generate of apps/gateway/src/ops/catalogue.\n${stringify(value, { lineWidth: 0, aliasDuplicateObjects: false })}`
