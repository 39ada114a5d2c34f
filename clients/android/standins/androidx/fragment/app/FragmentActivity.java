package androidx.fragment.app;

import android.content.Context;
import androidx.lifecycle.Lifecycle;

/** What the example uses of the class and of those above it; it does nothing. */
public class FragmentActivity extends Context {
  public final void runOnUiThread(Runnable action) {}

  public Lifecycle getLifecycle() {
    return null;
  }
}
