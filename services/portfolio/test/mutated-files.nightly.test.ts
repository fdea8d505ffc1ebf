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
  await fillLedger(user)
  for (const query of [{}, { what: 'ledger' }])
    originals.push((await stack.ask('portfolio.export', { user, query })).text)
})
afterAll(() => stack.close())

/** Notes, a dismissed suggestion, a deleted call and a tax-deferred chain, which only an exported ledger has. */
async function fillLedger(user: string): Promise<void> {
  const ended = { id: 'ended', ticker: 'PEP', entry_date: '2026-06-05', expiry_date: '2026-06-26', account: 'Roth' }
  await stack.get('portfolio.add', { user, body: inventPosition({ ...ended, notes: 'sold "early"' }) })
  await stack.get('portfolio.updateChain', {
    ...{ user, params: { id: 'ended' } },
    body: { tax_deferred: true, intent: 'keep_shares', note: 'two\nlines' },
  })
  const dismissal = { suggestion_id: 'expiry:ended', event_id: 'dismissal' }
  await stack.get('portfolio.dismissSuggestion', { user, body: dismissal })
  const deleted = inventPosition({ id: 'deleted', chain_id: 'ended', ticker: 'PEP', contracts: 2 })
  await stack.get('portfolio.add', { user, body: deleted })
  for (const id of ['ended', 'deleted'])
    await stack.get('portfolio.recordCallEvent', {
      ...{ user, params: { id } },
      body: { event_id: `note-${id}`, kind: 'note', note: `=About ${id}` },
    })
  await stack.get('portfolio.remove', { user, params: { id: 'deleted' } })
}

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
  )
    // A dismissed suggestion is a note in the preview.
    .map(({ kind, feesUsd }) => [kind === 'dismiss' ? 'note' : kind, Number(feesUsd)])

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
