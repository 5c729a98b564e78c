using System;
using System.Collections.Generic;
using UnityEditor;
using UnityEditor.Build;
using UnityEditor.Build.Reporting;
using UnityEngine;

namespace Meshcheck
{
    /// <summary>Checks all models of the project before a build in batch mode, which fails if one of them does.</summary>
    public sealed class MeshcheckBuild : IPreprocessBuildWithReport
    {
        public int callbackOrder
        {
            get { return 0; }
        }

        public void OnPreprocessBuild(BuildReport report)
        {
            MeshcheckSettings settings = MeshcheckSettings.Load();
            if (!Application.isBatchMode || !settings.failBuilds)
            {
                return;
            }
            List<string> models = MeshcheckPostprocessor.ModelsOf(AssetDatabase.GetAllAssetPaths());
            if (models.Count == 0)
            {
                return;
            }
            int failing;
            try
            {
                failing = MeshcheckPostprocessor.Log(MeshcheckProgram.Check(models, settings));
            }
            catch (InvalidOperationException error)
            {
                throw new BuildFailedException("meshcheck: " + error.Message);
            }
            if (failing > 0)
            {
                throw new BuildFailedException("meshcheck: " + failing + " places to fix");
            }
        }
    }
}
