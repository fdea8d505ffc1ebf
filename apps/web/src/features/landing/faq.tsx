import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import classes from './faq.module.css'
import { faq } from './landing-content.ts'
import layout from './parts.module.css'

/** Shows one answer at a time. Without JavaScript the page shows all answers. */
export function Faq() {
  const [open, setOpen] = useState<number | null>(0)
  return (
    <section className={`${layout.wrap} ${layout.section} ${classes.columns}`} id="faq" aria-labelledby="faq-title">
      <h2 className={layout.title} id="faq-title">
        {faq.title}
      </h2>
      <div className={classes.list}>
        {faq.items.map(({ question, answer }, index) => {
          const isOpen = index === open
          return (
            <div key={question} className={classes.item}>
              <h3>
                <button
                  className={classes.question}
                  type="button"
                  aria-expanded={isOpen}
                  aria-controls={`answer-${index}`}
                  onClick={() => setOpen(isOpen ? null : index)}
                >
                  {question}
                  <IconPlus className={classes.icon} size={18} stroke={1.6} aria-hidden="true" />
                </button>
              </h3>
              <p className={classes.answer} id={`answer-${index}`} data-answer hidden={!isOpen}>
                {answer}
              </p>
            </div>
          )
        })}
      </div>
    </section>
  )
}
