import { Button } from '@mantine/core'
import { type SubmitEvent, useRef, useState } from 'react'
import { coachWords } from '../coach-words.ts'
import { readLastPage } from '../last-page.ts'
import classes from './composer.module.css'

const { quick: words } = coachWords

interface QuickActionsProps {
  readonly isWaiting: boolean
  readonly onAsk: (text: string) => void
}

/** Predefined questions. Analyze Position first asks for a symbol if no visited page had one. */
export function QuickActions({ isWaiting, onAsk }: QuickActionsProps) {
  const [asksWhich, setAsksWhich] = useState(false)
  const actionsGroup = useRef<HTMLFieldSetElement>(null)
  const ask = (text: string) => {
    if (isWaiting) return
    setAsksWhich(false)
    onAsk(text)
  }
  const analyze = () => {
    const symbol = readLastPage()?.symbol ?? null
    if (symbol !== null) ask(words.analyze.question(symbol))
    else if (!isWaiting) setAsksWhich(true)
  }
  /** Closes the form and restores focus to the button that opened it. */
  const cancel = () => {
    setAsksWhich(false)
    actionsGroup.current?.querySelector<HTMLElement>('[data-asks]')?.focus()
  }
  const actions = [
    { label: words.find.label, run: () => ask(words.find.question) },
    { label: words.top.label, run: () => ask(words.top.question) },
    { label: words.analyze.label, run: analyze, asks: true },
    { label: words.help.label, run: () => ask(words.help.question) },
  ]
  return (
    <>
      {asksWhich && <WhichStock onCancel={cancel} onChoose={(symbol) => ask(words.analyze.question(symbol))} />}
      <fieldset ref={actionsGroup} className={classes.quick} aria-label={words.group}>
        {actions.map(({ label, run, asks }) => (
          <button key={label} type="button" aria-disabled={isWaiting} data-asks={asks} onClick={run}>
            {label}
          </button>
        ))}
      </fieldset>
    </>
  )
}

interface WhichStockProps {
  readonly onCancel: () => void
  readonly onChoose: (symbol: string) => void
}

function WhichStock({ onCancel, onChoose }: WhichStockProps) {
  const [symbol, setSymbol] = useState('')
  const choose = (event: SubmitEvent) => {
    event.preventDefault()
    if (symbol.trim() !== '') onChoose(symbol.trim())
  }
  return (
    <form className={classes.which} onSubmit={choose} onKeyDown={({ key }) => key === 'Escape' && onCancel()}>
      <label>
        {words.analyze.which}
        <input
          // biome-ignore lint/a11y/noAutofocus: the form opens on a button press
          autoFocus
          autoComplete="off"
          spellCheck={false}
          maxLength={60}
          value={symbol}
          onChange={({ currentTarget }) => setSymbol(currentTarget.value)}
        />
      </label>
      <Button type="submit" variant="filled" disabled={symbol.trim() === ''}>
        {words.analyze.ask}
      </Button>
      <Button variant="subtle" onClick={onCancel}>
        {words.analyze.cancel}
      </Button>
    </form>
  )
}
