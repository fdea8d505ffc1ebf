import { test } from '@jest/globals'
import { assertLaws } from '../../test/ledger-laws.ts'

test('the laws of LIFECYCLE 4 hold over random histories', () => assertLaws(200))
