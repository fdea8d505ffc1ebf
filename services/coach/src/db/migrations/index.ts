import type { Migrations } from '@callwright/service'
import * as coach from './20261122T1500_coach.ts'

export const migrations: Migrations = {
  '20261122T1500_coach': coach,
}
