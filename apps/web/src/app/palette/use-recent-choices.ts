import { useState } from 'react'
import { getServices, useSessionDispatch, useUserId } from '../../api/session-hooks.ts'

/** The part of a choice that is stored: just enough to show it again. */
export interface RecentChoice {
  readonly id: string
  readonly detail: string | null
}

const KEY = 'recentChoices'
const MAX_RECENT = 5

/** The user's recent choices, newest first, and a function to add one. */
export function useRecentChoices(): readonly [readonly RecentChoice[], (choice: RecentChoice) => void] {
  const { storage } = useSessionDispatch()(getServices())
  const key = `${KEY}.${useUserId()}`
  const [recent, setRecent] = useState(() => readRecent(storage.get(key)))
  const add = (choice: RecentChoice) => {
    const next = [choice, ...recent.filter(({ id }) => id !== choice.id)].slice(0, MAX_RECENT)
    setRecent(next)
    storage.set(key, JSON.stringify(next))
  }
  return [recent, add]
}

/** Anything may have written to localStorage, so malformed entries are ignored. */
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
