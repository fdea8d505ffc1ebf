import { createOfflineEngine } from '../src/engines/offline/offline-engine.ts'
import { createTools } from '../src/tools/tool-specs.ts'
import { evalSets } from './all-items.ts'
import { createInventedClient } from './market/client.ts'
import { runItem } from './run-item.ts'
import { describeOutcomes } from './summary.ts'

/**
 * `npm run eval:coach` evaluates the offline engine on the invented market. It exits with 1 if any set misses a gate.
 */
const deps = { tools: createTools(createInventedClient()), engine: createOfflineEngine() }
let allPassed = true
for (const { name, items, showsFaults } of evalSets) {
  const outcomes = []
  for (const item of items) outcomes.push(await runItem(item, deps))
  const { lines, passed } = describeOutcomes(outcomes, { showsFaults })
  process.stdout.write(`${[`== ${name}`, ...lines].join('\n')}\n\n`)
  allPassed &&= passed
}
process.exitCode = allPassed ? 0 : 1
