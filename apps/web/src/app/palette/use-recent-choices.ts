import { useState } from 'react'
import { getServices, useSessionDispatch, useUserId } from '../../api/session-hooks.ts'

/** As much of a choice as it takes to show it again. */
export interface RecentChoice {
  readonly id: string
  readonly detail: string | null
}

const KEY = 'recentChoices'
const MOST = 5

/** What this reader chose last, the newest first, and how to add to it. */
export function useRecentChoices(): readonly [readonly RecentChoice[], (choice: RecentChoice) => void] {
  const { storage } = useSessionDispatch()(getServices())
  const key = `${KEY}.${useUserId()}`
  const [recent, setRecent] = useState(() => readRecent(storage.get(key)))
  const add = (choice: RecentChoice) => {
    const next = [choice, ...recent.filter(({ id }) => id !== choice.id)].slice(0, MOST)
    setRecent(next)
    storage.set(key, JSON.stringify(next))
  }
  return [recent, add]
}

/** Anybody may have written there. */
function readRecent(text: string | null): readonly RecentChoice[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(stored) ? stored.flatMap(readChoice) : []
  } catch {
    return []
  }
}

function readChoice(stored: unknown): RecentChoice[] {
  const { id, detail } = Object(stored)
  if (typeof id !== 'string') return []
  return [{ id, detail: typeof detail === 'string' ? detail : null }]
}
