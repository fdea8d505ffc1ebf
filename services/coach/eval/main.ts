import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readProviderConfig } from '../src/config.ts'
import { createModelEngine } from '../src/engines/model-engine.ts'
import { createOfflineEngine } from '../src/engines/offline/offline-engine.ts'
import { openModel } from '../src/engines/open-model.ts'
import { createTools } from '../src/tools/tool-specs.ts'
import type { Engine } from '../src/turn/types.ts'
import { evalSets } from './all-items.ts'
import { createInventedClient } from './market/client.ts'
import { askQuestion, readSet } from './question-set.ts'
import { runItem } from './run-item.ts'
import { joinProduct } from './running-product.ts'
import { describeOutcomes } from './summary.ts'

/**
 * `npm run eval:coach` evaluates the offline engine on the invented market and exits with 1 if any set misses a gate.
 * With `--set FILE --engine offline|responses|chat --json OUT`, it asks the questions of a file instead and writes
 * every answer with its card, chips, tool calls and milliseconds. With `--url http://localhost:8080`, the questions are
 * about the stocks of a running product and the positions of a demo user there, instead of an invented market.
 */
const { values } = parseArgs({
  options: {
    set: { type: 'string' },
    engine: { type: 'string', default: 'offline' },
    json: { type: 'string' },
    url: { type: 'string' },
  },
})

function openEngine(name: string): Engine {
  if (name === 'offline') return createOfflineEngine()
  if (name !== 'responses' && name !== 'chat') throw new Error('--engine must be offline, responses or chat')
  // biome-ignore lint/style/noProcessEnv: the settings of the command line
  const provider = readProviderConfig({ ...process.env, COACH_API: name })
  if (provider === null) throw new Error('A model needs OPENAI_API_KEY, or OPENAI_BASE_URL and COACH_MODEL')
  return createModelEngine(openModel({ ...provider, api: name }))
}

async function askSet(path: string): Promise<void> {
  const engine = openEngine(values.engine)
  const world = values.url === undefined ? undefined : await joinProduct(values.url)
  const answers = []
  for (const question of readSet(path)) answers.push(await askQuestion(question, engine, world))
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(answers, null, 2)}\n`)
  const slowest = Math.max(0, ...answers.map(({ milliseconds }) => milliseconds))
  process.stdout.write(`${answers.length} questions, engine ${engine.name} (${engine.model}), slowest ${slowest} ms\n`)
  for (const { id, text, failure } of values.json === undefined ? answers : []) {
    process.stdout.write(`\n[${id}] ${failure === null ? text : `failed: ${failure}`}\n`)
  }
}

async function runSets(): Promise<void> {
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
}

await (values.set === undefined ? runSets() : askSet(values.set))
