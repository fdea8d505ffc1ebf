import type { Migrations } from '@callwright/service'
import * as screener from './20261120T0900_screener.ts'
import * as stagesAndSessions from './20261120T1620_stages_and_sessions.ts'
import * as weightsAndScreens from './20261121T0900_weights_and_screens.ts'
import * as settledAt from './20261121T1000_settled_at.ts'
import * as erasedWeights from './20261122T1400_erased_weights.ts'
import * as withoutVendorRanks from './20261127T0700_without_vendor_ranks.ts'
import * as packedCalls from './20261127T1700_packed_calls.ts'
import * as watchlists from './20261127T2010_watchlists.ts'

export const migrations: Migrations = {
  '20261120T0900_screener': screener,
  '20261120T1620_stages_and_sessions': stagesAndSessions,
  '20261121T0900_weights_and_screens': weightsAndScreens,
  '20261121T1000_settled_at': settledAt,
  '20261122T1400_erased_weights': erasedWeights,
  '20261127T0700_without_vendor_ranks': withoutVendorRanks,
  '20261127T1700_packed_calls': packedCalls,
  '20261127T2010_watchlists': watchlists,
}
