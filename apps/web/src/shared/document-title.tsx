/** The name of the page in tabs, history and screen readers. */
export function DocumentTitle({ title }: { readonly title: string }) {
  return <title>{`${title} · Callwright`}</title>
}
