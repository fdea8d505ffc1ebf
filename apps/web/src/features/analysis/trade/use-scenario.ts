import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useOnChange } from '../../../shared/use-on-change.ts'
import { type AnalysisNavigation, asItIs, type Scenario } from '../analysis-state.ts'

/** A browser takes a hundred new addresses in half a minute, a slider makes as many in a second. */
const WRITTEN_AFTER_MS = 250

export interface ScenarioControl {
  readonly scenario: Scenario
  readonly change: (change: Partial<Scenario>) => void
  readonly reset: () => void
}

/** What the reader supposes of the chain in view: at once here, and a moment after the last change in the address. */
export function useScenario({ state, go }: AnalysisNavigation): ScenarioControl {
  const { symbol, expiration } = state
  const [draft, setDraft] = useState<Scenario | null>(null)
  const waiting = useRef<ReturnType<typeof setTimeout> | null>(null)
  const scenario = draft ?? state.scenario

  const stopWaiting = () => {
    if (waiting.current !== null) clearTimeout(waiting.current)
    waiting.current = null
  }
  const write = (written: Scenario) =>
    go(
      // The reader may have gone on to another stock or date meanwhile.
      (latest) =>
        latest.symbol === symbol && latest.expiration === expiration ? { ...latest, scenario: written } : latest,
      { replace: true },
    )

  // The sheet of a phone may close before the moment has passed.
  const flush = useEffectEvent(() => {
    if (waiting.current === null) return
    stopWaiting()
    write(scenario)
  })
  useEffect(() => () => flush(), [])
  useOnChange(JSON.stringify(state.scenario), () => {
    if (waiting.current === null) setDraft(null)
  })
  useOnChange(`${symbol} ${expiration}`, () => {
    stopWaiting()
    setDraft(null)
  })

  return {
    scenario,
    change: (change) => {
      const next = { ...scenario, ...change }
      stopWaiting()
      setDraft(next)
      waiting.current = setTimeout(() => {
        waiting.current = null
        write(next)
      }, WRITTEN_AFTER_MS)
    },
    reset: () => {
      stopWaiting()
      setDraft(null)
      write(asItIs)
    },
  }
}
