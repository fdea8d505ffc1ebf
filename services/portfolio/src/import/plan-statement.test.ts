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

describe('a cancellation', () => {
  const fidelity = (...rows: string[]) =>
    ['Run Date,Account Number,Action,Symbol,Price ($),Quantity,Commission ($),Fees ($),Amount ($)', ...rows].join('\n')
  const open = (day: string, { account = 'X1', strike = 55, verb = '' } = {}) =>
    `${day},${account},${verb}YOU SOLD OPENING TRANSACTION CALL (XYZ) XYZ CORP AUG 21 26 $${strike}, -XYZ260821C${strike},1.2,-1,,,120`

  test('takes back the nearest trade of its account and contract', async () => {
    const rows = [
      open('07/01/2026'),
      open('07/10/2026', { account: 'X2' }),
      open('07/10/2026', { strike: 60 }),
      open('07/09/2026'),
      open('07/10/2026', { verb: 'SELL CANCEL ' }),
    ]
    const { fates } = await importText(fidelity(...rows), {})
    const canceled = [...fates].filter(([, fate]) => fate.includes('canceled')).map(([line]) => line)
    expect(canceled).toEqual([5, 6])
  })

  test('leaves a trade of another week alone', async () => {
    const { fates } = await importText(
      fidelity(open('06/01/2026'), open('07/10/2026', { verb: 'SELL CANCEL ' }), open('08/01/2026', { strike: 60 })),
    )
    expect([...fates].filter(([, fate]) => fate.includes('canceled')).map(([line]) => line)).toEqual([3])
  })
})

describe('shares that leave by transfer', () => {
  const tasty =
    'Date,Type,Sub Type,Action,Symbol,Instrument Type,Value,Quantity,Average Price,Commissions,Fees,Multiplier,Underlying Symbol,Call or Put'
  const legacy = 'Date/Time,Transaction Code,Transaction Subcode,Symbol,Buy/Sell,Open/Close,Quantity,Price,Fees,Amount'
  const etrade = 'TransactionDate,TransactionType,SecurityType,Symbol,Quantity,Amount,Price,Commission,Description'

  test.each([
    ['Schwab', schwab('03/02/2026,Security Transfer,XYZ,XYZ,-100,,,')],
    ['E*TRADE', `${etrade}\n03/02/26,Transfer,EQ,XYZ,-100,0,0,0,XYZ`],
    [
      'tastytrade',
      `${tasty}\n2026-03-02T10:00:00-0500,Receive Deliver,ACAT,SELL_TO_CLOSE,XYZ,Equity,0,100,0,0,0,1,XYZ,`,
    ],
    ['tastytrade before 2022', `${legacy}\n03/02/2026 10:00,Receive Deliver,ACAT,XYZ,Sell,Close,100,0,0,0`],
  ])('are no arrival: %s', async (_, csv) => {
    const { fates, questions } = await importText(csv)
    expect([fates.get(2), questions]).toEqual([
      'refused: 100 XYZ shares left the account, which the portfolio cannot record as a transfer.',
      [],
    ])
  })
})

describe('calls in new terms', () => {
  const header =
    'Date,Type,Sub Type,Action,Symbol,Instrument Type,Value,Quantity,Average Price,Commissions,Fees,Multiplier,Underlying Symbol,Call or Put,Order #'
  const row = (
    when: string,
    [type, subtype, action]: readonly string[],
    contract: string,
    [value, count, order = '']: readonly (number | string)[],
  ) =>
    `${when}-0500,${type},${subtype},${action},${contract},Equity Option,${value},${count},0,0,0,100,XYZ,CALL,${order}`
  const [lower, middle, upper] = ['XYZ   260619C00030000', 'XYZ   260717C00055000', 'XYZ   260717C00060000']
  const sell = (day: string, contract: string, count: number) =>
    row(`${day}T10:00:00`, ['Trade', 'Sell to Open', 'SELL_TO_OPEN'], contract, [
      100 * count,
      count,
      `${day}${contract}`,
    ])
  const change = (action: string, contract: string, count: number) =>
    row('2026-03-02T09:00:00', ['Receive Deliver', 'Special Dividend', action], contract, [0, count])

  test('are paired by expiration and strike', async () => {
    const lines = [
      ...[lower, middle, upper].map((contract) => sell('2026-02-02', contract, 1)),
      ...[upper, lower, middle].map((contract) => change('BUY_TO_CLOSE', contract, 1)),
      ...['XYZ   260717C00054000', 'XYZ   260619C00029000', 'XYZ   260717C00059000'].map((contract) =>
        change('SELL_TO_OPEN', contract, 1),
      ),
    ]
    const csv = [
      header,
      `2026-01-05T10:00:00-0500,Trade,Buy,BUY_TO_OPEN,XYZ,Equity,-15000,300,0,0,0,1,XYZ,,`,
      ...lines,
    ].join('\n')
    const { ledger, refused } = await importText(csv)
    expect(refused).toEqual([])
    const [chain] = [...ledger.replayed.chains.values()]
    expect([...(chain?.calls.values() ?? [])].map(({ strike }) => strike).toSorted()).toEqual([29, 54, 59])
  })
})

describe('a file that begins before one with answers', () => {
  const older = [
    '01/12/2026,Buy,XYZ,XYZ,100,$48.00,$0,-$4800',
    '01/12/2026,Sell to Open,XYZ 03/20/2026 55.00 C,CALL,1,$1.30,$0.65,$129.35',
  ]
  const newer = ['02/20/2026,Buy to Close,XYZ 03/20/2026 55.00 C,CALL,1,$0.40,$0.65,-$40.65']

  const importNewer = async () => {
    const { questions } = await importText(schwab(...newer))
    const premium = questions[0]?.id ?? ''
    const second = await importText(schwab(...newer), { answers: { [premium]: '1.20' } })
    const cost = second.questions[0]?.id ?? ''
    return importText(schwab(...newer), { answers: { [premium]: '1.20', ...(cost === '' ? {} : { [cost]: '50' }) } })
  }

  test('does not add again what the answers stand for', async () => {
    const { ledger, sentences } = await importNewer()
    const whole = await importText(schwab(...older, ...newer), { ledger })
    expect(sentences).toContain('Sold 1 XYZ 55 call of Mar 20, 2026 at $1.20')
    expect(whole.sentences.filter((sentence) => sentence.startsWith('Sold'))).toEqual([])
    expect(whole.fates.get(3)).toMatch(/^known: In your portfolio by an answer/)
    const [chain] = [...whole.ledger.replayed.chains.values()].map(describeChain)
    expect(chain).toMatchObject({ open_contracts: 0, shares: 100 })
  })

  test('does not add shares again whose cost was answered', async () => {
    const open = older[1]?.replace('01/12', '02/02') ?? ''
    const asked = await importText(schwab(open))
    const { ledger } = await importText(schwab(open), { answers: { [asked.questions[0]?.id ?? '']: '50' } })
    const whole = await importText(schwab(older[0] ?? '', open), { ledger })
    expect([whole.sentences, whole.ledger.events.length]).toEqual([[], 2])
  })

  test('adds what the answers do not cover', async () => {
    const { ledger } = await importNewer()
    const more = older.map((line) =>
      line.replace(',100,$48', ',300,$48').replace('CALL,1,$1.30,$0.65', 'CALL,3,$1.30,$3.00'),
    )
    const whole = await importText(schwab(...more, ...newer), { ledger })
    expect(whole.sentences).toContain('Sold 2 XYZ 55 calls of Mar 20, 2026 at $1.30')
    expect(whole.fees).toContain(2)
  })
})

describe('an account', () => {
  const rows = [
    '01/12/2026,Buy,XYZ,XYZ,100,$48.00,$0,-$4800',
    '01/12/2026,Sell to Open,XYZ 03/20/2026 55.00 C,CALL,1,$1.30,$0.65,$129.35',
  ]
  const untitled = schwab(...rows)
  const titled = `"Transactions for account Brokerage ...4711"\n${untitled}`

  test('is recognized in a file that does not name it, once the user chose it', async () => {
    const { ledger } = await importText(titled)
    const again = await importText(untitled, { ledger, account: 'Schwab 4711' })
    expect([again.sentences, again.fates.get(2)]).toEqual([[], 'known: Already imported.'])
  })

  test('of a file without a name is recognized by the name that it was stored under', async () => {
    const { ledger } = await importText(untitled)
    for (const account of [null, 'Schwab']) {
      expect((await importText(untitled, { ledger, account })).sentences).toEqual([])
    }
    expect((await importText(titled, { ledger, account: 'Schwab' })).sentences).toEqual([])
  })

  test('that the user chose keeps equal trades of two accounts apart', async () => {
    const { ledger } = await importText(untitled, { account: 'First' })
    const second = await importText(untitled, { ledger, account: 'Second' })
    expect(second.sentences).toHaveLength(2)
    expect((await importText(untitled, { ledger: second.ledger, account: 'Second' })).sentences).toEqual([])
  })
})

describe('a split', () => {
  const call = (day: string, contracts: number) =>
    `${day},Sell to Open,XYZ 06/19/2026 55.00 C,CALL,${contracts},$1.30,$0,$130`
  const split = '03/02/2026,Stock Split,XYZ,XYZ,200,,,'

  test('of shares that the file does not list asks for its ratio, and then for the cost of all of them', async () => {
    const csv = schwab(call('02/02/2026', 1), split)
    const [ratio] = (await importText(csv)).questions
    expect(ratio).toMatchObject({ kind: 'split_ratio', symbol: 'XYZ' })
    const answers = { [ratio?.id ?? '']: '2:1' }
    const [cost] = (await importText(csv, { answers })).questions
    expect(cost?.text).toMatch(/^What did 200 XYZ shares/)
    const whole = await importText(csv, { answers: { ...answers, [cost?.id ?? '']: '50' } })
    expect([whole.refused, whole.chains]).toMatchObject([[], [{ shares: 400, open_contracts: 2, cost_usd: 10_000 }]])
  })

  /** Two purchases of 100 shares in two chains, the first with a call. */
  const twoChains = async () => {
    const { ledger } = await importText(schwab('01/05/2026,Buy,XYZ,XYZ,100,$48.00,$0,-$4800', call('02/02/2026', 1)), {
      account: 'Mine',
    })
    const other = ledger.events.map((event) => {
      const { record } = event
      const rename = { chainId: 'other', eventId: `${record.eventId}-2` }
      const renamed =
        record.kind === 'open'
          ? { ...record, ...rename, positionId: 'other-call', details: { ...record.details, chainId: 'other' } }
          : { ...record, ...rename }
      const importKeys = event.importKeys.map((key) => `${key}.9`)
      return { ...event, chainId: 'other', importKeys, record: { ...renamed, sequence: record.sequence + 2 } }
    })
    const events = [...ledger.events, ...other]
    const names = new Map([...ledger.names, ['other', 'Mine'] as const])
    return { events, names, replayed: replay(events.map(({ record }) => record)) }
  }

  test('counts the shares of all chains, and adjusts each', async () => {
    const { sentences, refused, chains } = await importText(schwab(split), {
      ledger: await twoChains(),
      account: 'Mine',
    })
    expect([sentences, refused]).toEqual([['XYZ split 2 for 1', 'XYZ split 2 for 1'], []])
    expect(chains).toMatchObject([
      { shares: 200, open_contracts: 2 },
      { shares: 200, open_contracts: 2 },
    ])
  })

  test('a sale takes the shares of several chains', async () => {
    const sale = '07/02/2026,Sell,XYZ,XYZ,200,$60.00,$1.00,$11999'
    const expired = '06/19/2026,Expired,XYZ 06/19/2026 55.00 C,CALL,2,,,'
    const { questions, refused, chains, fees } = await importText(schwab(expired, sale), {
      ledger: await twoChains(),
      account: 'Mine',
    })
    expect([questions, refused, fees.toSorted()]).toEqual([[], [], [0, 0, 0.5, 0.5]])
    expect(chains).toMatchObject([{ shares: 0 }, { shares: 0 }])
  })
})
