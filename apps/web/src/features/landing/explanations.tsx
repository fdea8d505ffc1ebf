import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { LOGIN_PATH, REGISTER_PATH } from '../../shared/paths.ts'
import { YIELD_CONDITION } from './calculator.tsx'

const figures = [
  ['Delta 0.198', 'About a 1 in 5 chance that your shares are called away.'],
  ['IV rank 66', 'Premiums are richer than usual for this stock.'],
  ['Headroom/EM 0.93', 'The strike is almost one typical move away.'],
  ['Static yield 8.6%', `What the premium alone earns in a year at this pace. ${YIELD_CONDITION}`],
] as const

export function Human() {
  return (
    <section className="wrap section split" id="how" aria-labelledby="how-title">
      <div>
        <h2 id="how-title">We speak human, not Greek</h2>
        <p className="lead muted">Every number comes with a sentence you could say to a friend.</p>
        <div className="actions">
          <a className="button" data-kind="primary" href={REGISTER_PATH}>
            See How It Works
          </a>
          <a className="button" href={LOGIN_PATH}>
            Log In
          </a>
        </div>
      </div>
      <dl className="rows">
        {figures.map(([figure, words]) => (
          <div key={figure}>
            <dt className="figure faint">{figure}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const questions = [
  [
    'What is a covered call?',
    'You own 100 shares and sell someone the right to buy them at a set price by a set date. You are paid for it today. If the stock stays below that price, you keep the shares and the money. If it rises above, you sell at that price and miss any further gain.',
  ],
  [
    'How much capital do I need?',
    'One contract stands for 100 shares, so you need enough to own 100 shares: $5,000 for a $50 stock. Callwright takes no deposit and holds none of your money.',
  ],
  [
    'What happens if my shares are called away?',
    'They are sold at the strike, and you keep the premium. This can happen before expiration, most often just before a dividend. Callwright warns you ahead of time and shows the rule behind the warning.',
  ],
  [
    'Is the market data live?',
    'That depends on the data plan. Most are delayed by 15 minutes, and every figure shows its time. Without a provider, the market is recorded or simulated, and every screen says so.',
  ],
  [
    'Can I leave at any time?',
    'Yes. You can download all your data as one file and delete your account at any time in the settings.',
  ],
] as const

/** Shows one answer at a time. Without JavaScript the page shows all answers. */
export function Faq() {
  const [open, setOpen] = useState<number | null>(0)
  return (
    <section className="wrap section split" id="faq" aria-labelledby="faq-title">
      <h2 id="faq-title">Questions</h2>
      <div className="rows">
        {questions.map(([question, answer], index) => {
          const isOpen = index === open
          return (
            <div key={question}>
              <h3>
                <button
                  type="button"
                  aria-expanded={isOpen}
                  aria-controls={`answer-${index}`}
                  onClick={() => setOpen(isOpen ? null : index)}
                >
                  {question}
                  <IconPlus size={18} stroke={1.6} color="var(--text-faint)" aria-hidden="true" />
                </button>
              </h3>
              <p className="muted" id={`answer-${index}`} data-answer hidden={!isOpen}>
                {answer}
              </p>
            </div>
          )
        })}
      </div>
    </section>
  )
}
