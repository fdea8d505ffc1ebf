/** Roles of table elements. Some browsers drop the roles when CSS changes `display`; spreading these restores them. */
export const gridParts = {
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  columnHeader: { role: 'columnheader' },
  rowHeader: { role: 'rowheader' },
  cell: { role: 'gridcell' },
} as const
