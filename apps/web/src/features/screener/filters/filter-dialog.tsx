import { Button } from '@mantine/core'
import { Dialog, DialogActions } from '../../../shared/ui/dialog.tsx'
import { BoundsFields } from './bounds-fields.tsx'
import classes from './filter-dialog.module.css'
import { filterWords as words } from './filter-words.ts'
import { ShowButton } from './show-button.tsx'
import type { FilterFormProps } from './use-filter-form.ts'
import { useFilterForm } from './use-filter-form.ts'

/** Dialog with a minimum and a maximum for every figure, for bounds that SPEC's choices do not offer. */
export function FilterDialog({ opened, ...props }: FilterFormProps & { readonly opened: boolean }) {
  return (
    <Dialog opened={opened} onClose={props.onClose} title={words.more} width={680}>
      <BoundsForm {...props} />
    </Dialog>
  )
}

function BoundsForm(props: FilterFormProps) {
  const { form, count, clear, submit } = useFilterForm(props)
  return (
    <form onSubmit={submit} noValidate>
      <div className={classes.groups}>
        <BoundsFields form={form} />
      </div>
      <DialogActions>
        <Button variant="subtle" onClick={clear}>
          {words.clear}
        </Button>
        <ShowButton count={count} />
      </DialogActions>
    </form>
  )
}
