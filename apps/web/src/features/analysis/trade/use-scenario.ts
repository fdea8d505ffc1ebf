import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useOnChange } from '../../../shared/use-on-change.ts'
import { type AnalysisNavigation, asItIs, type Scenario } from '../analysis-state.ts'

/** Debounce for URL updates: browsers allow about 100 in 30 s, and dragging a slider makes that many in a second. */
const URL_DEBOUNCE_MS = 250

export interface ScenarioControl {
  readonly scenario: Scenario
  readonly change: (change: Partial<Scenario>) => void
  readonly reset: () => void
}

/** Scenario for the current chain: changes apply immediately and are written to the URL after a pause. */
export function useScenario({ state, go }: AnalysisNavigation): ScenarioControl {
  const { symbol, expiration } = state
  const [draft, setDraft] = useState<Scenario | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  const scenario = draft ?? state.scenario

  const cancelTimer = () => {
    if (timer.current !== null) clearTimeout(timer.current)
    timer.current = null
  }
  const write = (written: Scenario) =>
    go(
      // The user may have moved on to another stock or date meanwhile.
      (latest) =>
        latest.symbol === symbol && latest.expiration === expiration ? { ...latest, scenario: written } : latest,
      { replace: true },
    )

  // On a phone the sheet may close before the timer fires.
  const flush = useEffectEvent(() => {
    if (timer.current === null) return
    cancelTimer()
    write(scenario)
  })
  useEffect(() => () => flush(), [])
  useOnChange(JSON.stringify(state.scenario), () => {
    if (timer.current === null) setDraft(null)
  })
  useOnChange(`${symbol} ${expiration}`, () => {
    cancelTimer()
    setDraft(null)
  })

  return {
    scenario,
    change: (change) => {
      const next = { ...scenario, ...change }
      cancelTimer()
      setDraft(next)
      timer.current = setTimeout(() => {
        timer.current = null
        write(next)
      }, URL_DEBOUNCE_MS)
    },
    reset: () => {
      cancelTimer()
      setDraft(null)
      write(asItIs)
    },
  }
}
