import { createOfflineEngine } from '../src/engines/offline/offline-engine.ts'
import { createTools } from '../src/tools/tool-specs.ts'
import { evalItems } from './all-items.ts'
import { createInventedClient } from './market/client.ts'
import { runItem } from './run-item.ts'
import { describeOutcomes } from './summary.ts'

/** `npm run eval:coach`: the offline engine on the invented market; ends with 1 where a gate is missed. */
const deps = { tools: createTools(createInventedClient()), engine: createOfflineEngine() }
const outcomes = []
for (const item of evalItems) outcomes.push(await runItem(item, deps))
const { lines, passed } = describeOutcomes(outcomes)
process.stdout.write(`${lines.join('\n')}\n`)
process.exitCode = passed ? 0 : 1
