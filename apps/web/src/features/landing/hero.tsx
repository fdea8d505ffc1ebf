import { IconPlayerPlay } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSingleRun } from '../../shared/hooks.ts'
import { DASHBOARD_PATH, REGISTER_PATH } from '../../shared/paths.ts'
import { Calculator, type CallFields, type CallOutcome, computeOutcome, exampleCall } from './calculator.tsx'
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
    <section className="hero">
      <PayoffLine outcome={outcome} />
      <div className="wrap">
        <div>
          <h1>
            Covered Calls, <br />
            Made Simple.
          </h1>
          <p className="lead muted">
            Callwright ranks stocks, lays out strikes and tells you when to roll, close or let your shares go. They stay
            in your account, and no fund charges a fee.
          </p>
          <div className="actions">
            <a className="button" data-kind="primary" data-size="large" href={REGISTER_PATH}>
              Get Started Free
            </a>
            <button className="button" data-size="large" data-needs-script type="button" onClick={watch}>
              <IconPlayerPlay size={14} stroke={1.6} aria-hidden="true" />
              Watch Demo
            </button>
          </div>
          <DemoEntry visitor={visitor} signedIn={signedIn} />
          <p className="small faint">
            Prices are marked as live, delayed, recorded or simulated. Options involve risk.
          </p>
        </div>
        <Calculator ref={calculator} call={call} onChange={demo.change} outcome={outcome} />
      </div>
    </section>
  )
}

const DEMO_STEP_MS = 1_800

/** Calls that Watch Demo shows one after the other, ending with the example. */
const demoCalls: readonly CallFields[] = [
  { ...exampleCall, strike: '102.50', premium: '2.05' },
  { ...exampleCall, strike: '110.00', premium: '0.58' },
  { ...exampleCall, days: '21', premium: '0.84' },
  exampleCall,
]

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

/** Opens the demo in one click. Signed-in users get a link to their dashboard: the demo would end their session. */
function DemoEntry({ visitor, signedIn }: Pick<HeroProps, 'visitor' | 'signedIn'>) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const open = useSingleRun(async () => {
    if (busy) return
    setBusy(true)
    setFailure(null)
    const failed = await visitor.openDemo()
    setFailure(failed)
    // On success the browser leaves this page, so the button stays busy.
    setBusy(failed === null)
  })
  return (
    <div className="demo muted" data-needs-script>
      {signedIn ? (
        <a href={DASHBOARD_PATH}>Open dashboard</a>
      ) : (
        <p>
          <button type="button" aria-disabled={busy} onClick={() => void open()}>
            {busy ? 'Opening the demo...' : 'Try the demo'}
          </button>
          <span>with example positions, no account needed</span>
        </p>
      )}
      <p style={{ color: 'var(--loss)' }} role="alert">
        {failure}
      </p>
    </div>
  )
}

/** Area in which the line may bend: between the headline and the calculator, and above both. */
const ROOM = { x: 840, y: 84, right: 95, up: 22 } as const
/** Offset from the bend to the start of the rising part, which is as steep as in the logo. */
const RISE = { x: -344, y: 556 } as const

/**
 * Where the line bends: farther right for a higher strike, higher up for a higher return. The line is an illustration,
 * not a chart, so the bend stays within its area for every call.
 */
function placeBend(outcome: CallOutcome | null) {
  if (outcome === null) return { x: ROOM.x, y: ROOM.y }
  const share = (percent: number, wide: number) => Math.tanh(percent / wide)
  return {
    x: Math.round(ROOM.x + ROOM.right * share(outcome.headroomPct, 14)),
    y: Math.round(ROOM.y - ROOM.up * share(outcome.ifCalledReturn.returnPct - 6.4, 8)),
  }
}

function PayoffLine({ outcome }: { readonly outcome: CallOutcome | null }) {
  const { x, y } = placeBend(outcome)
  const start = { x: x + RISE.x, y: y + RISE.y }
  return (
    <svg
      className="payoff"
      viewBox="0 0 1440 640"
      preserveAspectRatio="xMidYMin meet"
      fill="none"
      strokeWidth="5"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <defs>
        <linearGradient id="rise" gradientUnits="userSpaceOnUse" x1={start.x} y1={start.y} x2={x - 112} y2={y + 216}>
          <stop offset="0" stopColor="var(--text)" stopOpacity="0" />
          <stop offset="1" stopColor="var(--text)" />
        </linearGradient>
      </defs>
      <path d={`M${x} ${y}V660`} stroke="var(--accent)" strokeWidth="2" strokeDasharray="1 8" opacity="0.55" />
      <path d={`M${start.x} ${start.y} ${x} ${y}`} stroke="url(#rise)" />
      <path d={`M${x} ${y}H3400`} stroke="var(--accent)" />
      <circle cx={x} cy={y} r="11" fill="var(--accent)" />
      <text x={x} y={y - 30} textAnchor="middle" fill="var(--accent)" fontWeight="var(--weight-strong)">
        Your strike
      </text>
      <text x="1296" y={y - 18} textAnchor="end" fill="var(--text-muted)" fontWeight="var(--weight-medium)">
        Above it, the gain stops and you keep the premium
      </text>
    </svg>
  )
}
