import { test } from '@jest/globals'
import { assertLaws } from '../../test/ledger-laws.ts'

test('the laws of LIFECYCLE 4 hold over 4,000 random histories', () => assertLaws(4_000))
