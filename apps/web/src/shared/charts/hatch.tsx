/** Hatching that marks estimates. Place it inside an SVG, with an id that is unique on the page. */
export function Hatch({ id }: { readonly id: string }) {
  return (
    <defs>
      <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path style={{ stroke: 'var(--border-input)', strokeWidth: 1.1, opacity: 0.7 }} d="M0 0V6" />
      </pattern>
    </defs>
  )
}

export const paintHatch = (id: string) => `url(#${id})`
