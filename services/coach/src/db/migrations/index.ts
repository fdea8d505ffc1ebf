import type { Migrations } from '@callwright/service'
import * as coach from './20261122T1500_coach.ts'
import * as understood from './20261127T0700_understood.ts'

export const migrations: Migrations = {
  '20261122T1500_coach': coach,
  '20261127T0700_understood': understood,
}
