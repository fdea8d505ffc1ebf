import '@mantine/core/styles/Modal.layer.css'
import type { GlossaryTerm } from '@callwright/scoring/glossary'
import { Modal } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { useState } from 'react'
import { useBackCloses } from '../../shared/dialog-history.tsx'
import classes from './palette.module.css'
import { PaletteSearch } from './palette-search.tsx'
import { paletteWords } from './palette-words.ts'
import { TermView } from './term-view.tsx'
import type { ShellCommands } from './use-commands.ts'

interface PaletteProps extends ShellCommands {
  readonly opened: boolean
  readonly onClose: () => void
}

/** Command palette. It opens without animation and restores focus when it closes. */
export function Palette({ opened, onClose, ...commands }: PaletteProps) {
  // A dialog restores focus only if it is mounted before it opens.
  const mounted = useMounted()
  useBackCloses(opened, onClose)
  const { inner = '', content = '', body = '' } = classes
  return (
    <Modal.Root
      opened={opened && mounted}
      onClose={onClose}
      size={600}
      transitionProps={{ duration: 0 }}
      classNames={{ inner, content, body }}
    >
      <Modal.Overlay transitionProps={{ duration: 0 }} />
      <Modal.Content aria-label={paletteWords.title} transitionProps={{ duration: 0 }}>
        <Modal.Body>
          <PaletteBody onClose={onClose} {...commands} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

function PaletteBody({ onClose, ...commands }: Omit<PaletteProps, 'opened'>) {
  const [text, setText] = useState('')
  const [term, setTerm] = useState<GlossaryTerm | null>(null)
  const [isBack, setIsBack] = useState(false)
  const goBack = () => {
    setTerm(null)
    setIsBack(true)
  }
  if (term !== null) return <TermView term={term} onBack={goBack} />
  return (
    <PaletteSearch
      text={text}
      onText={setText}
      commands={commands}
      takesFocus={isBack}
      onTerm={setTerm}
      onClose={onClose}
    />
  )
}
