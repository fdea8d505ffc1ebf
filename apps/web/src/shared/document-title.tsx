/** The document's title, shown in tabs and history and announced by screen readers. */
export function DocumentTitle({ title }: { readonly title: string }) {
  return <title>{`${title} · Callwright`}</title>
}
