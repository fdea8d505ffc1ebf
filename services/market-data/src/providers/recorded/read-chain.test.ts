import { describe, expect, test } from '@jest/globals'
import { createOnce, createRecentFiles } from './pack.ts'
import { readChain } from './read-market.ts'

describe('read chain', () => {
  const HEADER = 'contract,expiration,type,strike,bid,ask,last,volume,open_interest,iv,delta,gamma,theta,vega,rho'
  const GOOD = 'XYZ260821C00100000,2026-08-21,C,100,4.2,4.4,4.3,12,340,0.31,0.52,0.03,-0.04,0.13,0.05'

  function read(...rows: string[]) {
    const rejected: Record<string, number> = {}
    const contracts = readChain('chains/XYZ.csv', [HEADER, ...rows].join('\n'), {
      occRoot: 'XYZ',
      asOfDate: '2026-07-10',
      reject: (reason, count = 1) => {
        rejected[reason] = (rejected[reason] ?? 0) + count
      },
    })
    return { contracts, rejected }
  }

  describe('readChain', () => {
    test('reads a row', () => {
      expect(read(GOOD).contracts).toEqual([
        {
          contractSymbol: 'XYZ260821C00100000',
          type: 'call',
          expiration: '2026-08-21',
          strike: 100,
          bid: 4.2,
          ask: 4.4,
          last: 4.3,
          volume: 12,
          openInterest: 340,
          vendorGreeks: { delta: 0.52, gamma: 0.03, theta: -0.04, vega: 0.13, rho: 0.05 },
        },
      ])
    })

    test('reads empty as unknown, a bid of 0 as 0, and an ask of 0 as unknown', () => {
      const { contracts, rejected } = read(
        'XYZ260821C00150000,2026-08-21,C,150,,,,,,,,,,,',
        'XYZ260821C00160000,2026-08-21,C,160,0,0,0,0,0,0.50001,,,,,',
      )
      expect(contracts[0]).toMatchObject({ bid: null, ask: null, last: null, volume: null, openInterest: null })
      expect(contracts[1]).toMatchObject({ bid: 0, ask: null, volume: 0, openInterest: 0, vendorGreeks: null })
      expect(rejected).toEqual({})
    })

    test('keeps a crossed quote', () => {
      expect(read(GOOD.replace('4.2,4.4', '4.5,4.4')).contracts[0]).toMatchObject({ bid: 4.5, ask: 4.4 })
    })

    test.each([
      ['adjusted_root', GOOD.replace('XYZ26', 'MRO26')],
      ['adjusted_root', GOOD.replace('XYZ26', 'XYZ126')],
      ['contract_mismatch', GOOD.replace(',100,', ',105,')],
      ['contract_mismatch', GOOD.replace(',2026-08-21,', ',2026-08-28,')],
      ['contract_mismatch', GOOD.replace(',C,', ',P,')],
      ['malformed', GOOD.replace('XYZ260821C00100000', 'XYZ')],
      ['malformed', GOOD.replace(',100,', ',NaN,')],
      ['malformed', GOOD.replace(',100,', ',-100,')],
      ['malformed', ',,,,,,,,,,,,,,'],
      ['malformed', 'XYZ260231C00100000,2026-02-31,C,100,4.2,4.4,,,,,,,,,'],
      ['expired', 'XYZ260709C00100000,2026-07-09,C,100,4.2,4.4,,,,,,,,,'],
    ])('leaves out (%s) %s', (reason, row) => {
      expect(read(row)).toEqual({ contracts: [], rejected: { [reason]: 1 } })
    })

    test.each([
      ['not_a_number', GOOD.replace('4.2,', 'NaN,'), { bid: null }],
      ['not_a_number', GOOD.replace('4.2,', '0x10,'), { bid: null }],
      ['not_a_number', GOOD.replace('4.4,', '1e999x,'), { ask: null }],
      ['not_a_number', GOOD.replace('4.4,', '1e999,'), { ask: null }],
      ['price_not_positive', GOOD.replace('4.4,', '-4.4,'), { ask: null }],
      ['not_a_number', GOOD.replace(',12,', ',-12,'), { volume: null }],
      ['not_a_number', GOOD.replace(',340,', ',N/A,'), { openInterest: null }],
      ['greeks_out_of_range', GOOD.replace(',0.52,', ',1.7,'), { vendorGreeks: null }],
      ['greeks_out_of_range', GOOD.replace(',0.52,', ',NaN,'), { vendorGreeks: null }],
    ])('blanks only the field (%s) of %s', (reason, row, lost) => {
      const { contracts, rejected } = read(row)
      expect(contracts[0]).toMatchObject({ strike: 100, ...lost })
      expect(rejected).toEqual({ [reason]: 1 })
    })

    test('drops a duplicate contract and sorts by expiration and strike', () => {
      const { contracts, rejected } = read(
        'XYZ261218C00090000,2026-12-18,C,90,1,2,,,,,,,,,',
        GOOD,
        GOOD.replace('4.2', '9'),
        'XYZ260821P00095000,2026-08-21,P,95,1,2,,,,,,,,,',
      )
      expect(contracts.map(({ strike, bid }) => [strike, bid])).toEqual([
        [95, 1],
        [100, 4.2],
        [90, 1],
      ])
      expect(rejected).toEqual({ duplicate: 1 })
    })

    test('finds columns by name and throws a pack error for a missing one', () => {
      const swapped = 'bid,contract,expiration,type,strike,ask\n4.2,XYZ260821C00100000,2026-08-21,C,100,4.4'
      const rules = { occRoot: 'XYZ', asOfDate: '2026-07-10', reject: () => undefined }
      expect(readChain('x.csv', swapped, rules)[0]).toMatchObject({ bid: 4.2, ask: 4.4, volume: null })
      expect(() => readChain('x.csv', 'contract,strike\na,1', rules)).toThrow(
        'x.csv has no column expiration, type, bid',
      )
    })
  })
})

describe('recent files', () => {
  test('keeps the most recently used files and shares concurrent loads', async () => {
    const loads: string[] = []
    const files = createRecentFiles(2, async (key) => {
      loads.push(key)
      return key
    })
    await Promise.all([files.get('a'), files.get('a'), files.get('b')])
    await files.get('a')
    await files.get('c')
    await files.get('a')
    await files.get('b')
    expect(loads).toEqual(['a', 'b', 'c', 'b'])
    expect(files.size).toBe(2)
  })

  test('retries a failed load', async () => {
    let attempts = 0
    const load = async () => {
      attempts += 1
      if (attempts === 1) throw new Error('unreadable')
      return 'read'
    }
    const files = createRecentFiles(2, load)
    await expect(files.get('a')).rejects.toThrow('unreadable')
    await expect(files.get('a')).resolves.toBe('read')
    attempts = 0
    const once = createOnce(load)
    await expect(once()).rejects.toThrow('unreadable')
    await expect(once()).resolves.toBe('read')
    await once()
    expect(attempts).toBe(2)
  })
})
