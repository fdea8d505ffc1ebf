import { useOutbox } from './use-outbox.ts'

export function PositionSync() {
  useOutbox()
  return null
}
