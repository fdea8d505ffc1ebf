import { picture } from './landing-content.ts'
import layout from './parts.module.css'
import { SampleMark } from './parts.tsx'
import desktopDark from './pictures/analysis-desktop-dark.webp'
import desktopLight from './pictures/analysis-desktop-light.webp'
import phoneDark from './pictures/analysis-phone-dark.webp'
import phoneLight from './pictures/analysis-phone-light.webp'
import classes from './product-picture.module.css'

/** Screenshots by theme and width; CSS shows one of them, and the browser loads only that one. */
const shots = [
  { theme: 'dark', screen: 'desktop', src: desktopDark },
  { theme: 'light', screen: 'desktop', src: desktopLight },
  { theme: 'dark', screen: 'phone', src: phoneDark },
  { theme: 'light', screen: 'phone', src: phoneLight },
] as const

const sizes = {
  desktop: { width: 1440, height: 776 },
  phone: { width: 585, height: 1200 },
} as const

const alts = { desktop: picture.alt, phone: picture.altOnPhone } as const

export function ProductPicture() {
  return (
    <section className={`${layout.wrap} ${classes.section}`} aria-label={picture.label}>
      <figure className={classes.figure}>
        <div className={classes.frame}>
          {shots.map(({ theme, screen, src }) => (
            <img
              key={`${theme} ${screen}`}
              className={classes.shot}
              data-theme={theme}
              data-screen={screen}
              src={src}
              alt={alts[screen]}
              loading="lazy"
              decoding="async"
              {...sizes[screen]}
            />
          ))}
        </div>
        <figcaption className={classes.caption}>
          <span>{picture.caption}</span>
          <SampleMark label={picture.source} />
        </figcaption>
      </figure>
    </section>
  )
}
