import type { Migrations } from '@callwright/service'
import * as portfolio from './20261122T1000_portfolio.ts'
import * as lifecycle from './20261127T0400_lifecycle.ts'
import * as imports from './20261127T0700_import.ts'
import * as alerts from './20261127T2000_alerts.ts'

export const migrations: Migrations = {
  '20261122T1000_portfolio': portfolio,
  '20261127T0400_lifecycle': lifecycle,
  '20261127T0700_import': imports,
  '20261127T2000_alerts': alerts,
}
