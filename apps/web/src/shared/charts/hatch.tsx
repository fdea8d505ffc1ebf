import classes from './hatch.module.css'

/** A hatched ground for what is not a fact: define it inside a drawing under an id of the page's own. */
export function Hatch({ id }: { readonly id: string }) {
  return (
    <defs>
      <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path className={classes.line} d="M0 0V6" />
      </pattern>
    </defs>
  )
}

export const paintHatch = (id: string) => `url(#${id})`
