import { NewPosition } from '@callwright/contracts'
import { createFieldReader } from '@callwright/service'
import { describeFaults, describeUnread } from './fault-words.ts'
import { type IdentifiedTerms, listFaults, readNewPosition } from './position-terms.ts'
import type { NameStock } from './stock-names.ts'

export type ReadRow =
  | { readonly isSound: true; readonly id: string; readonly position: IdentifiedTerms }
  | { readonly isSound: false; readonly id: string | null; readonly reason: string }

const readFields = createFieldReader(NewPosition)

/** One row of many, judged by itself: a position, or why it is none. */
export function readRow(row: unknown, nameStock: NameStock): ReadRow {
  const read = readFields(row)
  const refuse = (reason: string): ReadRow => ({ isSound: false, id: findId(row), reason })
  if (!read.ok) return refuse(describeUnread(row, read.faults))
  const position = readNewPosition(read.value, nameStock)
  const faults = listFaults(position.terms)
  return faults.length > 0 ? refuse(describeFaults(faults)) : { isSound: true, id: position.id, position }
}

const LONGEST_ID_SHOWN = 64

/** Whatever the row calls itself, so that the client finds it again. */
function findId(row: unknown): string | null {
  if (typeof row !== 'object' || row === null || !('id' in row)) return null
  return typeof row.id === 'string' && row.id.length <= LONGEST_ID_SHOWN ? row.id : null
}
