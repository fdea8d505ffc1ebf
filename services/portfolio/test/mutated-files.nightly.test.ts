import { readdirSync, readFileSync } from 'node:fs'
import fc from '@callwright/properties'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { mutatedFiles } from './mutated-files.ts'
import { inventPosition, openStack, type Stack } from './support.ts'

let stack: Stack
beforeAll(async () => {
  stack = await openStack()
  const user = 'exporter'
  await stack.get('portfolio.import', { user, body: { csv: originals[0] } })
  await stack.get('portfolio.add', { user, body: inventPosition({ notes: 'mine' }) })
  for (const query of [{}, { what: 'ledger' }])
    originals.push((await stack.ask('portfolio.export', { user, query })).text)
})
afterAll(() => stack.close())

const folder = new URL('../src/statement/samples/', import.meta.url)
const originals = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), 'utf8'))

/** Files of one test; ten tests draw 10,000, each within the usual timeout. */
const FILES = 1_000
const { seed = 1 } = fc.readConfigureGlobal()

/** The response to a preview or an import. */
async function send(user: string, body: object, query: Readonly<Record<string, string>> = {}) {
  const { status, text } = await stack.ask('portfolio.import', { user, body, query })
  expect(status).toBeLessThan(500)
  return { status, answer: JSON.parse(text) }
}

const listStored = async (userId: string) =>
  (
    await stack.database
      .selectFrom('positionEvent')
      .select(['kind', 'feesUsd'])
      .where('userId', '=', userId)
      .orderBy('sequence')
      .execute()
  ).map(({ kind, feesUsd }) => [kind, Number(feesUsd)])

test.each(Array.from({ length: 10 }, (_, part) => part))(
  'mutated files of part %i cause no fault, and nothing is stored that the preview did not show',
  async (part) => {
    const found = { files: 0, stored: 0, events: 0, refused: 0 }
    await fc.assert(
      fc.asyncProperty(
        mutatedFiles(() => originals),
        async (csv) => {
          found.files += 1
          const user = `mutant-${part}-${found.files}`
          const shown = await send(user, { csv }, { dry_run: 'true' })
          const done = await send(user, { csv, ...(shown.status === 200 ? { preview: shown.answer.preview } : {}) })
          const stored = await listStored(user)
          if (done.status !== 200) {
            found.refused += 1
            expect(stored).toEqual([])
            return
          }
          found.stored += 1
          found.events += stored.length
          if (shown.answer.kind === 'positions') {
            expect(stored).toHaveLength(shown.answer.counts.created)
            return
          }
          const events = shown.answer.events as readonly { readonly kind: string; readonly fees_usd: number }[]
          expect(stored).toEqual(events.map(({ kind, fees_usd }) => [kind, fees_usd]))
        },
      ),
      { numRuns: FILES, seed: seed + part },
    )
    console.info({ seed: seed + part, ...found })
  },
)
