import type { ButtonHTMLAttributes, ReactNode } from 'react';

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: 'plain' | 'main' | 'danger' | 'quiet';
  small?: boolean;
  icon?: ReactNode;
  // Of a button that shows its icon alone.
  label?: string;
}

export function Button({ look = 'plain', small, icon, label, children, className, ...rest }: Props) {
  const classes = ['button', look, small && 'small', icon && !children && 'icon', className].filter(Boolean).join(' ');
  return (
    <button type="button" className={classes} aria-label={label} title={label} {...rest}>
      {icon}
      {children}
    </button>
  );
}
