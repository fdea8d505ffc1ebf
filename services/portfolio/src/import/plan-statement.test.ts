import { replay } from '@callwright/scoring'
import { describe, expect, test } from '@jest/globals'
import { EMPTY_LEDGER, type Ledger } from '../ledger/ledger-book.ts'
import { toRecord } from '../ledger/ledger-rows.ts'
import { resolveBySpelling } from '../positions/stock-names.ts'
import { readStatement } from '../statement/read-statement.ts'
import { viewLedger } from './ledger-view.ts'
import { planStatement, type StatementContext } from './plan-statement.ts'
import { describeChain, tryPlan } from './try-plan.ts'

const names = { resolveSymbol: resolveBySpelling, unknown: new Set<string>(), notes: new Map<string, string>() }
type Settings = Partial<Pick<StatementContext, 'account' | 'answers' | 'choices'>>
type Stored = Ledger & { readonly names: ReadonlyMap<string, string | null> }

/** Plans a file against a ledger, and stores what the ledger accepts. */
async function importText(csv: string, { ledger, ...given }: Settings & { readonly ledger?: Stored } = {}) {
  const before = ledger ?? { ...EMPTY_LEDGER, names: new Map<string, string | null>() }
  const statement = readStatement({ csv })
  if (!('readings' in statement)) throw new Error('The columns are unknown')
  const settings = [...before.replayed.chains.keys()].map((id) => ({ id, account: before.names.get(id) ?? null }))
  const plan = await planStatement(statement, {
    ...{ view: viewLedger(before, settings), account: null, answers: {}, choices: {}, today: '2026-11-20', names },
    ...given,
  })
  const { accepted, refused, replays } = await tryPlan(before, plan.events)
  const added = accepted.map(({ draft }, index) => ({
    record: toRecord(draft, before.events.length + 1 + index),
    ...{ chainId: draft.chainId, recordedAt: new Date(0), source: draft.source, note: null },
    ...{ suggestionId: null, importId: null, importKeys: (draft.body.importKeys ?? []) as string[] },
    inferred: (draft.body.inferred ?? null) as Ledger['events'][number]['inferred'],
  }))
  const events = [...before.events, ...added]
  const stored: Stored = {
    events,
    replayed: replay(events.map(({ record }) => record)),
    names: new Map([...before.names, ...accepted.map(({ draft, account }) => [draft.chainId, account] as const)]),
  }
  return {
    ledger: stored,
    questions: plan.questions,
    refused: refused.map(({ reason }) => reason),
    sentences: accepted.map(({ sentence }) => sentence),
    fees: accepted.map(({ draft }) => draft.feesUsd),
    fates: new Map(plan.fates.map(({ line, outcome, reason }) => [line, `${outcome}: ${reason}`])),
    chains: [...replays.values()].flatMap(({ chains }) => [...chains.values()].map(describeChain)),
  }
}

const schwab = (...rows: string[]) =>
  ['Date,Action,Symbol,Description,Quantity,Price,Fees & Comm,Amount', ...rows].join('\n')

describe('an assigned put', () => {
  const sale = '01/05/2026,Sell to Open,XYZ 02/20/2026 50.00 P,PUT,2,$1.00,$1.30,$198.70'
  const later = '03/02/2026,Sell to Open,XYZ 04/17/2026 55.00 C,CALL,2,$1.20,$0,$240'

  test('takes all purchases at its strike', async () => {
    const purchases = ['100', '100'].map((shares) => `02/23/2026,Buy,XYZ,XYZ,${shares},$50.00,$0.50,-$5000.50`)
    const assigned = '02/23/2026,Assigned,XYZ 02/20/2026 50.00 P,PUT,2,,,'
    const { chains, fees } = await importText(schwab(sale, assigned, ...purchases, later))
    expect(chains).toMatchObject([{ shares: 200 }])
    expect(fees).toEqual([2.3, 0])
  })

  test('on two lines shares the premium and the fees', async () => {
    const assigned = '02/23/2026,Assigned,XYZ 02/20/2026 50.00 P,PUT,1,,,'
    const purchase = '02/23/2026,Buy,XYZ,XYZ,300,$50.00,$3.00,-$15003'
    const { chains, fees, sentences } = await importText(schwab(sale, assigned, assigned, purchase, later))
    expect(chains).toMatchObject([{ shares: 300 }])
    expect(fees).toEqual([1.65, 1.65, 1, 0])
    expect(sentences.slice(0, 3)).toEqual([
      'Bought 100 XYZ shares at $49.00',
      'Bought 100 XYZ shares at $49.00',
      'Bought 100 XYZ shares at $50.00',
    ])
  })
})
