import { IconPlayerPlay } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { REGISTER_PATH } from '../../shared/paths.ts'
import { Calculator } from './calculator.tsx'
import { type CallFields, computeOutcome, demoCalls, placeBend } from './call-terms.ts'
import { DemoEntry } from './demo-entry.tsx'
import classes from './hero.module.css'
import { hero } from './landing-content.ts'
import layout from './parts.module.css'
import { Action } from './parts.tsx'
import type { Visitor } from './visitor.ts'

interface HeroProps {
  readonly call: CallFields
  readonly onChange: (call: CallFields) => void
  readonly visitor: Visitor
  readonly signedIn: boolean
}

export function Hero({ call, onChange, visitor, signedIn }: HeroProps) {
  const calculator = useRef<HTMLFormElement>(null)
  const outcome = computeOutcome(call)
  const demo = useDemo(onChange)
  const watch = () => {
    demo.play()
    calculator.current?.scrollIntoView({ block: 'center', behavior: 'smooth' })
    calculator.current?.focus({ preventScroll: true })
  }
  return (
    <section className={classes.hero}>
      <PayoffLine bend={placeBend(outcome)} />
      <div className={`${layout.wrap} ${classes.columns}`}>
        <div>
          <h1 className={classes.title}>
            {hero.title[0]} <br />
            {hero.title[1]}
          </h1>
          <p className={classes.text}>{hero.text}</p>
          <div className={layout.actions}>
            <Action href={REGISTER_PATH} kind="primary" size="large">
              {hero.start}
            </Action>
            <button className={layout.button} data-size="large" data-needs-script type="button" onClick={watch}>
              <IconPlayerPlay size={14} stroke={1.6} aria-hidden="true" />
              {hero.watch}
            </button>
          </div>
          <DemoEntry visitor={visitor} signedIn={signedIn} />
          <p className={layout.fine}>{hero.note}</p>
        </div>
        <Calculator ref={calculator} call={call} onChange={demo.change} outcome={outcome} />
      </div>
    </section>
  )
}

const DEMO_STEP_MS = 1_800

/** Shows a few calls in the calculator, until the visitor changes one. */
function useDemo(onChange: (call: CallFields) => void) {
  const [step, setStep] = useState(demoCalls.length)
  const show = useEffectEvent(() => {
    const call = demoCalls[step]
    if (call !== undefined) onChange(call)
  })
  useEffect(() => {
    if (step >= demoCalls.length) return
    show()
    const timer = setTimeout(() => setStep(step + 1), DEMO_STEP_MS)
    return () => clearTimeout(timer)
  }, [step])
  return {
    play: () => setStep(0),
    change: (call: CallFields) => {
      setStep(demoCalls.length)
      onChange(call)
    },
  }
}

/** Offset from the bend to the start of the rising part, which is as steep as in the logo. */
const RISE = { x: -344, y: 556 } as const

function PayoffLine({ bend: { x, y } }: { readonly bend: ReturnType<typeof placeBend> }) {
  const start = { x: x + RISE.x, y: y + RISE.y }
  return (
    <svg className={classes.line} viewBox="0 0 1440 640" preserveAspectRatio="xMidYMin meet" aria-hidden="true">
      <defs>
        <linearGradient id="rise" gradientUnits="userSpaceOnUse" x1={start.x} y1={start.y} x2={x - 112} y2={y + 216}>
          <stop offset="0" stopColor="var(--text)" stopOpacity="0" />
          <stop offset="1" stopColor="var(--text)" />
        </linearGradient>
      </defs>
      <path className={classes.plumb} d={`M${x} ${y}V660`} />
      <path className={classes.rise} d={`M${start.x} ${start.y} ${x} ${y}`} stroke="url(#rise)" />
      <path className={classes.flat} d={`M${x} ${y}H3400`} />
      <circle className={classes.dot} cx={x} cy={y} r="11" />
      <text className={classes.strike} x={x} y={y - 30} textAnchor="middle">
        {hero.strike}
      </text>
      <text className={classes.above} x="1296" y={y - 18} textAnchor="end">
        {hero.above}
      </text>
    </svg>
  )
}
