import { openLedger } from './invented-ledger.ts'

/** E12 of LIFECYCLE: one contract at a time over two years, with a fee of $0.65 a trade. */
export function inventTwoYears() {
  const fee = { feesUsd: 0.65 }
  const held = { ...fee, sharesFrom: 'held' } as const
  const ledger = openLedger()
  const open = (
    id: string,
    entryDate: string,
    expiration: string,
    strike: number,
    premium: number,
    price: number | null,
  ) => ledger.open({ entryDate, expiration, strike, premium, entryPrice: price ?? 50 }, price === null ? held : fee, id)
  const expire = (positionId: string, occurredOn: string) => ledger.add('expire', { positionId, occurredOn })
  const roll = (from: string, to: string, day: string, closePrice: number, call: Record<string, unknown>) =>
    ledger.add('roll', {
      positionId: from,
      occurredOn: day,
      contracts: 1,
      closePrice,
      ...fee,
      open: { positionId: to, contracts: 1, ...fee, ...call },
    })
  const assign = (positionId: string, occurredOn: string) =>
    ledger.add('assign', { positionId, occurredOn, contracts: 1 })
  open('a', '2024-01-08', '2024-02-16', 55, 1.05, 52)
  expire('a', '2024-02-16')
  open('b', '2024-02-20', '2024-03-15', 54, 1.2, null)
  roll('b', 'c', '2024-03-12', 2.1, { expiration: '2024-04-19', strike: 56, premium: 2.45 })
  assign('c', '2024-04-19')
  open('d', '2024-06-03', '2024-07-19', 55, 1.3, 53.5)
  expire('d', '2024-07-19')
  open('e', '2024-08-12', '2024-09-20', 52.5, 0.95, null)
  ledger.add('close', { positionId: 'e', occurredOn: '2024-09-10', contracts: 1, price: 0.15, ...fee })
  open('f', '2024-09-11', '2024-11-15', 55, 1.15, null)
  expire('f', '2024-11-15')
  open('g', '2024-12-02', '2025-01-17', 55, 1.25, null)
  roll('g', 'h', '2025-01-14', 3.4, { expiration: '2025-03-21', strike: 60, premium: 1.6 })
  expire('h', '2025-03-21')
  open('i', '2025-03-24', '2025-06-20', 60, 1.4, null)
  expire('i', '2025-06-20')
  open('j', '2025-06-23', '2025-08-15', 60, 1.1, null)
  assign('j', '2025-08-07')
  for (const [day, amountUsd] of [
    ['2024-08-09', 40],
    ['2024-11-08', 40],
    ['2025-02-07', 42],
    ['2025-05-09', 42],
  ] as const) {
    ledger.add('dividend', { occurredOn: day, exDate: day, amountUsd })
  }
  open('k', '2025-09-02', '2025-10-17', 62.5, 1.5, 61)
  expire('k', '2025-10-17')
  open('l', '2025-10-20', '2025-11-21', 62.5, 1.35, null)
  expire('l', '2025-11-21')
  open('m', '2025-12-01', '2026-01-16', 65, 1.2, null)
  assign('m', '2026-01-16')
  return ledger
}
