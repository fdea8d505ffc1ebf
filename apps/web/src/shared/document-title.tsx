/** The document's title, which tabs and the history show and screen readers announce. */
export function DocumentTitle({ title }: { readonly title: string }) {
  return <title>{`${title} · Callwright`}</title>
}
