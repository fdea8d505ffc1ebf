import '../../../testing/matchers.ts'
import { afterEach, describe, expect, test } from '@jest/globals'

import { cleanup, render } from '@testing-library/react'
import type { ChainCall } from '../../../api/lifecycle.ts'
import { screen, within } from '../../../testing/queries.ts'
import { CallLine } from './call-line.tsx'

afterEach(cleanup)

const call = (changes: Partial<ChainCall>): ChainCall => ({
  positionId: 'position-1',
  strike: 42,
  expiration: '2026-08-14',
  openedOn: '2026-07-01',
  multiplier: 100,
  deliverableShares: 100,
  contractsWritten: 1,
  contractsOpen: 1,
  premiumUsd: 90,
  realizedUsd: 0,
  endedOn: null,
  end: null,
  rolledTo: null,
  qualified: null,
  qualifiedReason: '',
  ...changes,
})

describe('the calls of a chain', () => {
  test.each([
    [true, 'Qualified covered call', 'Qualified: the strike of $42.00 is not below the prior close of $40.00.'],
    [false, 'Not a qualified covered call', 'Not qualified: 25 days to expiration, and the minimum is 31.'],
    [null, 'Qualified or not: unknown', 'Unknown: the listed strikes are missing.'],
  ])(
    'say whether each is a qualified covered call (%s), why, and that this is no advice',
    (qualified, title, reason) => {
      render(<CallLine calls={[call({ qualified, qualifiedReason: reason })]} />)
      const item = within(screen.getByRole('listitem'))
      expect(item.getByText(title)).toBeInTheDocument()
      expect(item.getByText(reason)).toBeInTheDocument()
      expect(screen.getByText(/as the rule, Section 1092\(c\)\(4\), reads; not advice\.$/)).toBeInTheDocument()
    },
  )
})
