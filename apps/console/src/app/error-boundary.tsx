import { Component, type ReactNode } from 'react';
import { Failure } from '../ui/failure';

/** Shows what broke a screen in the screen's place; the rest of the console goes on. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return <Failure error={error} onRetry={() => location.reload()} />;
  }
}
