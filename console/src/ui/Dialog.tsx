import { type ReactNode, useEffect, useId, useRef } from 'react';

interface Props {
  title: string;
  onClose: () => void;
  children: ReactNode;
  isWide?: boolean;
  isVeryWide?: boolean;
  // A dialog that must be answered does not close by Escape.
  mustAnswer?: boolean;
}

// The browser's own modal dialog: it keeps the focus inside, gives it back, and Escape closes it.
export function Dialog({ title, onClose, children, isWide, isVeryWide, mustAnswer }: Props) {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = element.current;
    const before = document.activeElement;
    if (dialog && !dialog.open) dialog.showModal();
    // A closed dialog cannot hold the focus, so what wants it first says so.
    dialog?.querySelector<HTMLElement>('[data-first]')?.focus();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={element}
      className={isVeryWide ? 'dialog very-wide' : isWide ? 'dialog wide' : 'dialog'}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        if (!mustAnswer) onClose();
      }}
    >
      <div className="dialog-body">
        <h2 id={id}>{title}</h2>
        {children}
      </div>
    </dialog>
  );
}

export function DialogFoot({ children }: { children: ReactNode }) {
  return <div className="dialog-foot">{children}</div>;
}
