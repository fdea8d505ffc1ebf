import { apiReference } from '../../shared/api-reference-words.ts'
import { Brand } from '../../shared/ui/brand.tsx'
import classes from './footer.module.css'
import { footer } from './landing-content.ts'
import layout from './parts.module.css'
import { schemes, useStoredScheme } from './use-stored-scheme.ts'

export function Footer() {
  return (
    <footer className={classes.footer}>
      <div className={`${layout.wrap} ${classes.columns}`}>
        <div className={classes.brand}>
          <Brand />
        </div>
        <div className={classes.notes}>
          <p>
            {footer.risk} <a href={footer.disclosureUrl}>{footer.disclosure}</a> {footer.advice}
          </p>
          <p>
            {footer.license} {footer.programs} <a href={apiReference.url}>{apiReference.name}</a>.
          </p>
        </div>
        <ThemeChoice />
      </div>
    </footer>
  )
}

function ThemeChoice() {
  const [chosen, choose] = useStoredScheme()
  return (
    <fieldset className={classes.themes} data-needs-script>
      <legend>{footer.theme}</legend>
      {schemes.map((scheme) => (
        <label key={scheme}>
          <input type="radio" name="theme" checked={scheme === chosen} onChange={() => choose(scheme)} />
          {footer.schemes[scheme]}
        </label>
      ))}
    </fieldset>
  )
}
