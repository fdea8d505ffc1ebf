import { testimonials } from './landing-content.ts'
import layout from './parts.module.css'
import { SampleMark } from './parts.tsx'
import classes from './testimonials.module.css'

export function Testimonials() {
  return (
    <section className={`${layout.wrap} ${layout.section}`} aria-labelledby="testimonials-title">
      <h2 className={layout.title} id="testimonials-title">
        {testimonials.title}
      </h2>
      <SampleMark />
      <ul className={classes.quotes}>
        {testimonials.quotes.map(({ text, role }) => (
          <li key={role}>
            <blockquote className={classes.quote}>{text}</blockquote>
            <p className={classes.role}>{role}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
